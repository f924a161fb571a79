public import JSONCodec
public import Navigation

/// The resolution of a link, for `resolve LINK` and `why`.
public struct LinkResolution: Sendable {
  /// The resolution, or the reason why the link opens nothing.
  public let result: Result<Resolution, Refusal>
  /// The redirects followed, even if the link opens nothing.
  let hops: [Resolution.Hop]
  /// The link, of any bytes.
  let link: [UInt8]
  private let definition: AppDefinition

  /// Resolves a link. Never fails: `result` holds the error.
  public init(link: String, in definition: AppDefinition) {
    self.init(bytes: Array(link.utf8), in: definition)
  }

  /// Resolves a link of any bytes. Never fails: `result` holds the error.
  public init(bytes: [UInt8], in definition: AppDefinition) {
    link = bytes
    self.definition = definition
    (result, hops) = bytes.withUnsafeBytes { definition.resolution(of: $0) }
  }

  /// The link, with U+FFFD for invalid UTF-8.
  var text: String { String(decoding: link, as: UTF8.self) }

  /// Whether the link opens a screen or the browser.
  public var isResolved: Bool { (try? result.get()) != nil }

  /// One line of text, escaped, without a line end: `/movies/42: MovieDetail(id=42) by /movies/:id,
  /// push on home, gates login`.
  public var line: String { line(Paint()) }

  /// The line, with the code of a refusal in colour.
  func line(_ paint: Paint) -> String {
    String(decoding: written(isJSON: false, paint), as: UTF8.self)
  }

  /// The object that `resolve --json` prints (docs/json.md).
  public var json: JSON { .written(written(isJSON: true)) }

  /// Returns the object with routes added that the link does not open, for `why`.
  func json(withMisses misses: [JSON]) -> JSON {
    .object((json.objectValue ?? []) + [.init("misses", .array(misses))])
  }

  private func written(isJSON: Bool, _ paint: Paint = Paint()) -> [UInt8] {
    var output: [UInt8] = []
    switch result {
    case .success(let found):
      let index = found.route.index
      let answers = LinkAnswers(
        definition, isJSON: isJSON, routes: definition.routes[index...index])
      link.withUnsafeBytes { answers.write(found, $0, into: &output) }
    case .failure(let refusal):
      LinkAnswers(definition, isJSON: isJSON, routes: [], paint: paint).write(
        refusal, text, hops: hops, into: &output)
    }
    return output
  }
}

extension JSON {
  /// What a function writes.
  static func written(_ write: (inout [UInt8]) -> Void) -> JSON {
    var bytes: [UInt8] = []
    write(&bytes)
    return .written(bytes)
  }
}
