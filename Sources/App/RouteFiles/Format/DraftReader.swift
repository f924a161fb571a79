import Diagnostics
import FileAccess
import Navigation

/// Reads the nodes of one file into a draft and collects every error instead of stopping at the
/// first.
///
/// It checks shape, keys, types and limits. `AppDefinition` checks names and links when it combines
/// all drafts.
struct DraftReader {
  var errors: ErrorList
  private let file: String
  /// The bases of routes without their own: none in a file with `links: []`, otherwise the file's.
  var basesOfRoutes: [Located<String>]?
  /// The places of mappings with an unread entry.
  private let incomplete: Set<TextPlace>

  init(file: String, errors: ErrorList, incomplete: Set<TextPlace>) {
    self.file = file
    self.errors = errors
    self.incomplete = incomplete
  }

  /// Reads a file that is not a route file with `read`.
  ///
  /// - Parameters:
  ///   - bytesMax: The largest size.
  ///   - needed: The keys that it must have, as a message names them, and the kind of file.
  ///   - read: Reads its mapping.
  /// - Throws: Its errors; an empty file is one.
  static func readFile(
    _ path: String, bytesMax: Int = FileLimits.settingsBytesMax, needed: String, owner: String,
    _ read: (YAMLNode, inout Self) -> Void
  ) throws(DiagnosticList) {
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.readFile(path, bytesMax: bytesMax, allowsPipes: true)
    } catch {
      throw DiagnosticList([error.diagnostic])
    }
    let found = Self.errors(of: bytes, file: path, needed: needed, owner: owner, read)
    guard found.isEmpty else { throw DiagnosticList(found) }
  }

  /// Reads the bytes of such a file.
  static func errors(
    of bytes: [UInt8], file: String, needed: String, owner: String,
    _ read: (YAMLNode, inout Self) -> Void
  ) -> [Diagnostic] {
    let (root, errors, incomplete) = YAMLNodeReader.read(bytes, file: file)
    var reader = Self(file: file, errors: errors, incomplete: incomplete)
    if let root {
      read(root, &reader)
    } else if let error = reader.errors.first, error.code == .fileEmpty,
      let place = error.position
    {
      return [.missingKey(needs: needed, owner: owner, at: place)]
    }
    return reader.errors.inOrder
  }

  /// Whether an entry of a mapping could not be read.
  func isIncomplete(_ node: YAMLNode) -> Bool {
    !incomplete.isEmpty && incomplete.contains(node.place)
  }

  /// A position in the file.
  func at(_ place: TextPlace) -> SourcePosition { place.position(in: file) }

  /// Reads a file.
  ///
  /// - Returns: What could be read, with an empty name if there is no valid one; `nil` if the file
  ///   is not a mapping or has a different format version.
  mutating func plugin(_ root: YAMLNode) -> PluginDraft? {
    if let version = version(of: root), !isVersionRead(version) { return nil }
    guard let fields: Fields<FileKey> = fields(of: root, key: "a route file") else { return nil }
    var draft = PluginDraft(name: Located("", at: nil))
    let name = fields[.plugin].flatMap { self.name($0, of: "plugin") }
    if let name { draft.name = name }
    draft.unread = unreadSections(fields, of: root)
    if let links = fields[.links] {
      let faultsBefore = errors.faultCount
      draft.bases = texts(links, of: "links", "a list of links")
      if errors.faultCount > faultsBefore {
        draft.unread.insert(.bases)
      } else if draft.bases.isEmpty {
        basesOfRoutes = []
      }
    }
    if let run = fields[.run] {
      draft.run = command(run)
      draft.makesScreens = true
    }
    if let env = fields[.env] { draft.environment = variables(env, fields) }
    if let node = fields[.swift], bool(node, of: "swift") == true { makeInSwift(&draft, fields) }
    if let node = fields[.caseSensitive], let value = bool(node, of: "caseSensitive") {
      draft.isCaseSensitive = value
    }
    draft.gates = named(fields[.gates], of: "gates") { $0.gate(named: $1, $2) }
    draft.sources = named(fields[.sources], of: "sources") { $0.source(named: $1, $2) }
    draft.coordinators = named(fields[.coordinators], of: "coordinators") {
      $0.coordinator(named: $1, $2)
    }
    draft.routes = routes(fields[.routes], of: .routes, &draft.unread)
    draft.extensions = routes(fields[.extend], of: .extend, &draft.unread)
    if let omit = fields[.omit] {
      let faultsBefore = errors.faultCount
      draft.omitted = texts(omit, of: "omit", "a list of paths")
      if errors.faultCount > faultsBefore { draft.unread.insert(.routes) }
    }
    draft.screens = named(fields[.screens], of: "screens") { $0.screen(named: $1, $2) }
    if let never = fields[.never] { draft.rules = texts(never, of: "never", "a list of rules") }
    return draft
  }

  /// The sections of a file with declarations that will not be read.
  private func unreadSections(_ fields: Fields<FileKey>, of root: YAMLNode) -> UnreadParts {
    if isIncomplete(root) { return .declarations }
    let sections: [(key: FileKey, part: UnreadParts)] = [
      (.gates, .gates), (.sources, .sources), (.coordinators, .coordinators), (.screens, .screens),
      (.routes, .routes),
      (.extend, .routes), (.omit, .routes), (.links, .bases),
    ]
    var unread: UnreadParts = []
    for (key, part) in sections {
      let isRead = fields[key].map { node in
        switch node.content {
        case .mapping: !isIncomplete(node)
        case .sequence: [.routes, .extend, .omit, .links].contains(key)
        case .scalar: key == .links || key == .omit
        case .refused: false
        }
      }
      if isRead == false || fields.misspelt.contains(key) { unread.insert(part) }
    }
    return unread
  }

  /// `swift: true`: a Swift plugin of the same name makes the screens, so no process can.
  private mutating func makeInSwift(_ draft: inout PluginDraft, _ fields: Fields<FileKey>) {
    guard let position = fields.keyPosition(.swift) else { return }
    draft.swift = position
    draft.makesScreens = true
    guard let other = fields.keyPosition(.run) else { return }
    errors.append(.keyConflict(key: "swift", with: "run", otherAt: other, at: position))
  }

  /// The names of `env`, which only a process gets.
  private mutating func variables(
    _ node: YAMLNode, _ fields: Fields<FileKey>
  ) -> [Located<String>] {
    if fields[.run] == nil {
      errors.append(
        .missingKey(needs: "'run'", owner: "a file with 'env'", at: at(node.place)))
    }
    let expected = "a name of letters, digits and _"
    let names = texts(node, of: "env", "a list of environment variables")
    return names.filter { name in
      if NameText.isVariableName(name.value) { return true }
      if let position = name.position {
        errors.append(
          .badValue(
            key: "env", value: name.value, expected: expected, at: position))
      }
      return false
    }
  }

  private func version(of root: YAMLNode) -> YAMLNode? {
    guard case .mapping(let entries) = root.content else { return nil }
    return entries.first { sameBytes($0.key, FileKey.signalbox.rawValue) }?.value
  }

  /// Whether the file has the supported version; the keys of other versions are unknown.
  private mutating func isVersionRead(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .refused: return false
    case .scalar(let text, let isPlain):
      if isPlain, sameBytes(text, "1") { return true }
      let isNumber =
        isPlain && !text.utf8.isEmpty && text.utf8.allSatisfy { $0.isDigit }
      errors.append(
        isNumber
          ? .otherVersion(text, at: at(node.place))
          : .version(found: "the text \(inQuotes(text))", at: at(node.place)))
    case .sequence, .mapping:
      errors.append(.version(found: node.kind.rawValue, at: at(node.place)))
    }
    return false
  }

  private mutating func gate(named name: Located<String>, _ node: YAMLNode) -> GateDraft {
    let faultsBefore = errors.faultCount
    var gate = GateDraft(name: name, challenge: Located("", at: nil))
    if let fields: Fields<GateKey> = fields(of: node, key: name.value, at: name.position) {
      if let challenge = fields[.challenge].flatMap({ text($0, of: "challenge", "a link") }) {
        gate.challenge = challenge
      }
      gate.requires = names(fields[.requires], of: "requires")
      if let keep = fields[.keep].flatMap({ duration($0, of: "keep") }) {
        gate.keepMilliseconds = keep
      }
      gate.lapses = fields[.lapses].flatMap { lapses($0) }
    }
    gate.isWhole = errors.faultCount == faultsBefore
    return gate
  }

  private mutating func lapses(_ node: YAMLNode) -> Gate.Lapses? {
    guard let fields: Fields<LapseKey> = fields(of: node, key: "lapses") else { return nil }
    if fields.lacks(.background), fields.lacks(.after) {
      errors.append(
        .missingKey(
          needs: "'background' or 'after'", owner: LapseKey.owner, at: fields.position))
    }
    return Gate.Lapses(
      backgroundMilliseconds: fields[.background].flatMap { duration($0, of: "background") },
      afterMilliseconds: fields[.after].flatMap { duration($0, of: "after") },
      keepsPlace: fields[.keep].flatMap { bool($0, of: "keep") } ?? false)
  }

  private mutating func coordinator(
    named name: Located<String>, _ node: YAMLNode
  ) -> CoordinatorDraft {
    let faultsBefore = errors.faultCount
    var coordinator = CoordinatorDraft(name: name, kind: .stack)
    if let fields: Fields<CoordinatorKey> = fields(of: node, key: name.value, at: name.position) {
      if let kind: CoordinatorKind = fields[.kind].flatMap({ word($0, of: "kind") }) {
        coordinator.kind = kind
      }
      coordinator.children = names(fields[.children], of: "children")
      coordinator.start = fields[.start].flatMap { text($0, of: "start", "a link") }
      coordinator.gates = names(fields[.gates], of: "gates")
      coordinator.back = fields[.back].flatMap { word($0, of: "back") }
    }
    coordinator.isWhole = errors.faultCount == faultsBefore
    return coordinator
  }

  private mutating func screen(named name: Located<String>, _ node: YAMLNode) -> ScreenDraft {
    let fields: Fields<ScreenKey>? = fields(of: node, key: name.value, at: name.position)
    var screen = ScreenDraft(name: name)
    guard let fields else { return screen }
    screen.title = fields[.title].flatMap { text($0, of: "title", "a text", mayBeEmpty: true) }
    if let node = fields[.leave], let leave: LeavePolicy = word(node, of: "leave") {
      screen.leave = leave
    }
    screen.taps = named(fields[.taps], of: "taps") { reader, tap, node in
      reader.text(node, of: tap.value, "a link or a command").map { (name: tap, target: $0) }
    }
    screen.allow = codes(fields[.allow], among: DiagnosticCode.explorable)
    return screen
  }

  /// The codes of `allow`.
  mutating func codes(
    _ node: YAMLNode?, among known: [DiagnosticCode]
  ) -> [Located<DiagnosticCode>] {
    guard let node else { return [] }
    return texts(node, of: "allow", "a list of codes").compactMap { text in
      if let code = known.first(where: { sameBytes($0.rawValue, text.value) }) {
        return Located(code, at: text.position)
      }
      guard let position = text.position else { return nil }
      let near = errors.isFull ? nil : nearest(to: text.value, in: known.map(\.rawValue))
      errors.append(
        .badValue(
          key: "allow", value: text.value, expected: "a code that can be allowed here",
          nearest: near, at: position))
      return nil
    }
  }

  /// The command of `run`: a non-empty executable, then arguments, which may be empty.
  private mutating func command(_ node: YAMLNode) -> [Located<String>] {
    let expected = "an executable and its arguments"
    let faultsBefore = errors.faultCount
    let words = list(node, of: "run", expected) {
      $0.text($1, of: "run", expected, mayBeEmpty: true)
    }
    guard errors.faultCount == faultsBefore else { return [] }
    if case .refused = node.content { return [] }
    guard let executable = words.first, !executable.value.utf8.isEmpty else {
      errors.append(
        .badValue(key: "run", value: "", expected: expected, at: at(node.place)))
      return []
    }
    return words
  }
}
