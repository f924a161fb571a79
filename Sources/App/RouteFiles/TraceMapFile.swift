package import Diagnostics
package import Navigation

/// How a log of an app is written: its keys, its names for events, screens and values, and what it
/// leaves out. docs/conform.md describes the file.
///
///     trace: 1
///     fields: { event: name, screen: params.screen_name }
///     events: { screen_view: screen, deep_link: link }
///     screens: { MovieViewController: MovieDetail }
package struct TraceMapFile: Sendable {
  /// The unit of times.
  package enum TimeUnit: String, CaseIterable, Sendable {
    case s, ms, us
  }

  /// What each part of a line is called: a key, or keys of nested objects joined by dots.
  package private(set) var fields: [TraceField: [String]] = [:]
  package private(set) var unit = TimeUnit.ms
  /// The names in the log, and those that they mean.
  package private(set) var events: [TextBytes: String] = [:]
  package private(set) var screens: [TextBytes: Located<String>] = [:]
  package private(set) var taps: [TextBytes: String] = [:]
  package private(set) var tabs: [TextBytes: Located<String>] = [:]
  /// Values that are left out have no entry; `nil` if all are kept under their names.
  package private(set) var values: [TextBytes: String]?
  /// Events and screens that are left out.
  package private(set) var ignored: Set<TextBytes> = []
  /// Whether events that are neither mapped nor known are left out.
  package private(set) var ignoresOthers = false
  package private(set) var isSampled = false
  /// The kinds of events that are always in the log; `nil` if the file does not say.
  package private(set) var logged: [String]?
  /// The screens whose taps the definition does not list.
  package private(set) var content: [Located<String>] = []

  package init() {}

  /// Reads a file.
  ///
  /// - Parameter kinds: The kinds of events.
  /// - Throws: Its errors.
  package init(path: String, kinds: [String]) throws(DiagnosticList) {
    var map = TraceMapFile()
    try DraftReader.readFile(
      path, bytesMax: FileLimits.traceMapBytesMax, needed: "'trace'", owner: TraceMapKey.owner
    ) { root, reader in
      map.read(root, &reader, kinds)
    }
    self = map
  }

  /// Reads the bytes of a file.
  package static func parse(
    _ bytes: [UInt8], file: String, kinds: [String]
  ) -> (TraceMapFile, [Diagnostic]) {
    var map = TraceMapFile()
    let errors = DraftReader.errors(
      of: bytes, file: file, needed: "'trace'", owner: TraceMapKey.owner
    ) { root, reader in
      map.read(root, &reader, kinds)
    }
    return (map, errors)
  }

  private mutating func read(_ root: YAMLNode, _ reader: inout DraftReader, _ kinds: [String]) {
    guard let keys: Fields<TraceMapKey> = reader.fields(of: root, key: TraceMapKey.owner) else {
      return
    }
    if let node = keys[.trace] { _ = reader.choice(node, of: "trace", ["1"]) }
    if let node = keys[.fields],
      let named: Fields<TraceField> = reader.fields(of: node, key: "fields")
    {
      for field in TraceField.all {
        guard let node = named[field],
          let path = reader.text(node, of: field.rawValue, "a key of the log")
        else { continue }
        fields[field] = path.value == "." ? [] : path.value.split(separator: ".").map(String.init)
      }
    }
    if let node = keys[.unit], let unit: TimeUnit = reader.word(node, of: "unit") {
      self.unit = unit
    }
    for (from, to) in reader.pairs(keys[.events], of: "events", "a kind of event") {
      if let kind = reader.choice(to, of: from.value, kinds) {
        events[TextBytes(from.value)] = kind
      }
    }
    for (from, to) in reader.pairs(keys[.screens], of: "screens", "a screen") {
      screens[TextBytes(from.value)] = to
    }
    for (from, to) in reader.pairs(keys[.taps], of: "taps", "a tap") {
      taps[TextBytes(from.value)] = to.value
    }
    for (from, to) in reader.pairs(keys[.tabs], of: "tabs", "a tab") {
      tabs[TextBytes(from.value)] = to
    }
    if keys[.values] != nil {
      values = [:]
      for (from, to) in reader.pairs(keys[.values], of: "values", "a parameter") {
        values?[TextBytes(from.value)] = to.value
      }
    }
    if let node = keys[.ignore] {
      let names = reader.texts(node, of: "ignore", "a list of events and screens")
      ignored = Set(names.map { TextBytes($0.value) })
    }
    if let node = keys[.others] {
      ignoresOthers = reader.choice(node, of: "others", ["ignore", "report"]) == "ignore"
    }
    if let node = keys[.sampled] { isSampled = reader.bool(node, of: "sampled") ?? false }
    if let node = keys[.logged] {
      let words = reader.texts(node, of: "logged", "a list of kinds of events")
      logged = words.compactMap { reader.choice($0, of: "logged", kinds) }
    }
    if let node = keys[.content] {
      content = reader.texts(node, of: "content", "a list of screens")
    }
  }
}

extension DraftReader {
  /// One of some words.
  mutating func choice(
    _ node: YAMLNode, of key: String, _ words: [String]
  ) -> String? {
    text(node, of: key, words.joined(separator: " or ")).flatMap { choice($0, of: key, words) }
  }

  mutating func choice(
    _ text: Located<String>, of key: String, _ words: [String]
  ) -> String? {
    if let word = words.first(where: { sameBytes($0, text.value) }) { return word }
    guard let position = text.position else { return nil }
    let expected =
      words.count == 1 ? "the number \(words[0])" : "one of \(words.joined(separator: ", "))"
    errors.append(
      .badValue(
        key: key, value: text.value, expected: expected,
        nearest: nearest(to: text.value, in: words), at: position))
    return nil
  }
}

enum TraceMapKey: String, FormatKey {
  case trace, fields, unit, events, screens, taps, tabs, values, ignore, others, sampled, logged
  case content

  static let all = allCases
  static let owner = "a mapping file for logs"
  static let required: [TraceMapKey] = [.trace]

  var meaning: String {
    switch self {
    case .trace: "The version of the format: 1."
    case .fields: "What the parts of a line are called."
    case .unit: "The unit of times: s, ms or us."
    case .events: "The kinds of events, by their names in the log."
    case .screens: "Screens, by their names in the log."
    case .taps: "Taps, by their names in the log."
    case .tabs: "Tabs, by their names in the log."
    case .values: "The parameters of screens, by their names in the log; others are left out."
    case .ignore: "Events and screens that are left out."
    case .others: "Whether unknown events are left out."
    case .sampled: "Whether screens can be shown without a line."
    case .logged: "The kinds of events that are always in the log."
    case .content: "Screens whose taps the route files do not list."
    }
  }

  var shape: KeyShape {
    switch self {
    case .trace: .version
    case .fields: .fields(TraceField.self)
    case .unit: .words(TraceMapFile.TimeUnit.allCases.map(\.rawValue))
    case .events, .screens, .taps, .tabs, .values: .names(of: .text)
    case .ignore, .logged, .content: .list(of: .text)
    case .others: .words(["ignore", "report"])
    case .sampled: .bool
    }
  }
}

/// A part of a line.
package enum TraceField: String, FormatKey {
  case event, session, time, screen, values, link, source, signature, tap, tab, subject, gate,
    result

  package static let all = allCases
  package static let owner = "'fields' of a mapping file for logs"
  package static let required: [TraceField] = []

  package var meaning: String { "The key of a line's \(rawValue)." }
  package var shape: KeyShape { .text }
}
