import Diagnostics
import FileAccess
import Navigation
import PlatformFiles
import PlatformLinks

/// The intent filters of an `AndroidManifest.xml`: a route for each path of a filter.
enum ManifestImport {
  /// Reads a manifest.
  /// - Throws: `format` if it is none.
  static func table(
    _ bytes: [UInt8], file: String, settings: [(name: String, value: String)] = []
  ) throws(Diagnostic) -> ImportedTable {
    var substitutions = ManifestSubstitutions()
    let strings = joined(parentFolder(file), "res/values/strings.xml")
    if let resources = try? readFile(strings, bytesMax: ImportLimits.sourceBytesMax) {
      substitutions.add(resources: resources, file: strings)
    }
    for (name, value) in settings { substitutions.set(name, to: value) }
    let read = ManifestFile(bytes, file: file, substitutions)
    guard let manifest = read.manifest else {
      let finding = read.findings.first
      throw .format(
        finding?.message ?? "the file has no <manifest>",
        advice: finding?.advice ?? "Use an AndroidManifest.xml.",
        at: finding?.position ?? SourcePosition(file: file, line: 1, column: 1))
    }
    let asked = settings.isEmpty ? [] : ManifestSubstitutions.names(in: bytes, file: file)
    for (name, _) in settings where !asked.contains(where: { sameBytes($0, name) }) {
      throw .unusedSetting(name, asked: asked)
    }
    var reader = FilterReader()
    for activity in manifest.activities {
      for filter in activity.filters where !filter.schemes.isEmpty { reader.add(filter) }
    }
    for finding in read.findings where finding.severity == .error {
      reader.table.remark(
        .dropped, "a part of the manifest", finding.message, finding.advice, at: finding.position)
    }
    return reader.table
  }
}

private struct FilterReader {
  var table = ImportedTable()

  mutating func add(_ filter: IntentFilter) {
    guard filter.takesLinks else {
      let missing = (filter.hasViewAction ? [] : [.view]) + filter.missingCategories
      let reason =
        missing.isEmpty ? "it has a MIME type" : "it lacks \(missing[0].rawValue)"
      table.remark(
        .dropped, "an intent filter", "\(reason), so that no link reaches it", at: filter.position)
      return
    }
    let schemes = filter.schemes.filter { known($0.matcher.isKnown, $0.matcher.text, $0.position) }
      .map { String(decoding: $0.matcher.text, as: UTF8.self) }
    let hosts = filter.authorities.filter { known($0.host.isKnown, $0.host.text, $0.position) }
    var bases: [String] = []
    var suffixes: [(scheme: String, host: String)] = []
    var seen: Set<String> = []
    for scheme in schemes {
      if hosts.isEmpty { bases.append("\(scheme)://") }
      for host in hosts {
        let name = String(decoding: host.host.text, as: UTF8.self)
        let isSuffix = name.utf8.first == UInt8(ascii: "*") && name.utf8.count > 1
        if isSuffix, scheme != "http", scheme != "https" {
          if seen.insert(scheme + name).inserted { suffixes.append((scheme, name)) }
        } else {
          bases.append("\(scheme)://\(name)" + (host.port.map { ":\($0)" } ?? ""))
        }
      }
    }
    // A filter whose hosts are all unknown is not one for any host.
    guard hosts.isEmpty == filter.authorities.isEmpty else { return }
    for group in filter.groups {
      table.drop(
        Located("uri-relative-filter-group", at: group.position),
        "groups of paths, queries and fragments are not imported")
    }
    if !bases.isEmpty { addPaths(of: filter, after: PatternBuilder(), bases) }
    for (scheme, host) in suffixes {
      // No base is like that, but such a host is the first segment of the path.
      var builder = PatternBuilder()
      builder.appendSlash()
      builder.append(expression: "[^/]*")
      builder.append(literal: String(host.dropFirst()))
      addPaths(of: filter, after: builder, ["\(scheme)://"])
    }
  }

  /// Adds a route for each path of a filter.
  /// - Parameter start: The pattern of what precedes the path.
  private mutating func addPaths(
    of filter: IntentFilter, after start: PatternBuilder, _ bases: [String]
  ) {
    for base in bases { table.add(base: base) }
    // Without hosts, paths do not count.
    guard !filter.paths.isEmpty, !filter.authorities.isEmpty else {
      guard filter.groups.isEmpty || filter.authorities.isEmpty else { return }
      var builder = start
      if builder.pattern == "/" { builder.appendSlash() }
      builder.appendRest()
      return add(Located("any path", at: filter.position), builder, bases)
    }
    var seen: Set<TextBytes> = []
    for path in filter.paths where known(path.matcher.isKnown, path.matcher.text, path.position) {
      let source = Located(String(decoding: path.matcher.text, as: UTF8.self), at: path.position)
      if let builder = pattern(of: path.matcher, after: start) {
        // Repeated <data> elements mean the same.
        guard seen.insert(TextBytes(builder.pattern)).inserted else { continue }
        add(source, builder, bases)
      } else {
        table.drop(source, "advanced patterns are not imported")
      }
    }
  }

  private mutating func add(
    _ source: Located<String>, _ builder: PatternBuilder, _ bases: [String]
  ) {
    var draft = RouteDraft(path: Located(builder.pattern, at: source.position))
    draft.screen = Located(screenName(ofPattern: builder.pattern), at: source.position)
    table.routes.append(ImportedRoute(source, draft, bases: bases))
  }

  /// Whether a text is known; otherwise a remark says that it is a placeholder.
  private mutating func known(_ isKnown: Bool, _ text: [UInt8], _ position: SourcePosition) -> Bool
  {
    if !isKnown {
      let shown = String(decoding: text, as: UTF8.self)
      let settings = ManifestSubstitutions.names(in: text).map { "--set \($0)=VALUE" }
        .joined(separator: " ")
      table.remark(
        .dropped, inQuotes(shown),
        "its value is neither in the manifest nor in 'res/values/strings.xml' next to it",
        (settings.isEmpty ? "Use" : "Give it with '\(settings)', or use")
          + " the merged manifest of a build.",
        at: position)
    }
    return isKnown
  }

  /// The pattern of a path; `nil` for an advanced one.
  private func pattern(
    of matcher: AndroidTextMatcher, after start: PatternBuilder
  ) -> PatternBuilder? {
    var builder = start
    switch matcher.kind {
    case .literal: builder.append(literal: String(decoding: matcher.text, as: UTF8.self))
    case .prefix:
      let text = String(decoding: matcher.text, as: UTF8.self)
      if text.utf8.last == UInt8(ascii: "/") {
        builder.append(literal: text.utf8.count > 1 ? String(text.dropLast()) : text)
        builder.appendRest()
      } else {
        builder.append(literal: text)
        builder.append(expression: ".*")
      }
    case .suffix:
      builder.appendSlash()
      builder.append(expression: ".*")
      builder.append(literal: String(decoding: matcher.text, as: UTF8.self))
    case .simpleGlob:
      let text = String(decoding: matcher.text, as: UTF8.self)
      // What a pattern such as '.*\.pdf' matches begins with a slash, too.
      if text.hasBytePrefix(".*") { builder.appendSlash() }
      if text == ".*" {
        builder.appendRest()
        break
      }
      for item in SimpleGlob(Array(text.utf16)).items { append(item, to: &builder) }
    case .advancedGlob: return nil
    }
    return builder
  }

  private func append(_ item: SimpleGlob.Item, to builder: inout PatternBuilder) {
    func text(_ unit: UInt16) -> String { String(decoding: [unit], as: UTF16.self) }
    func expression(_ unit: UInt16) -> String { escapedForExpression(Array(text(unit).utf8)) }
    switch item {
    case .unit(let unit): builder.append(literal: text(unit))
    case .any: builder.append(expression: ".")
    case .repeated(let unit): builder.append(expression: expression(unit) + "*")
    case .upTo(let unit):
      builder.append(expression: "[^\(expression(unit))]*")
      builder.append(literal: text(unit))
    case .rest: builder.append(expression: ".*")
    }
  }
}
