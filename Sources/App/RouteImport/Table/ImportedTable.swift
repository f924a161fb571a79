package import Diagnostics
package import Navigation

/// The routes that another router's configuration declares.
///
/// Each kind of source has an importer that fills a table; `settled(as:)` then turns the table into
/// a plugin that `check` accepts, and `RouteFileText` writes it.
package struct ImportedTable: Sendable {
  /// The bases of the links, each once.
  package var bases: [String] = []
  /// Whether literal text in patterns is case-sensitive.
  package var isCaseSensitive = true
  /// The gates whose challenge is known; a route can name others.
  package var gates: [GateDraft] = []
  /// The coordinators; if empty, one stack owns everything.
  package var coordinators: [CoordinatorDraft] = []
  /// The routes in the order of the source.
  package var routes: [ImportedRoute] = []
  /// What became of the parts of the source that are no routes.
  package var remarks: [ImportRemark] = []
  /// How a module was read, such as `3 files, read with typescript in PATH`.
  package var reading: String?

  package init() {}

  /// Adds a base, unless it is present.
  mutating func add(base: String) {
    if !bases.contains(where: { sameBytes($0, base) }) { bases.append(base) }
  }

  mutating func drop(_ source: Located<String>, _ reason: String, advice: String? = nil) {
    routes.append(ImportedRoute(source, dropped: reason, advice: advice))
  }

  mutating func remark(
    _ kind: ImportRemark.Kind, _ subject: String, _ reason: String, _ advice: String? = nil,
    at position: SourcePosition?
  ) {
    remarks.append(ImportRemark(kind, subject, reason, advice, at: position))
  }

  /// Notes that links have their path after a `#`, on a host that the source does not name.
  /// - Parameter base: What is after the host.
  mutating func noteHash(base: String = "/#/", at position: SourcePosition?) {
    remark(
      .dropped, "the history after '#'", "the source does not name its host",
      "Add 'links: [https://HOST\(base)]'.", at: position)
  }
}

/// A route of a source, and what became of it.
package struct ImportedRoute: Sendable {
  /// What became of a route.
  package enum Result: String, Sendable, CaseIterable {
    case taken, changed, dropped

    /// The word for people; programs get the raw value.
    package var word: String { self == .taken ? "imported" : rawValue }
  }

  /// The route as the source names it, such as its path.
  package let source: Located<String>
  /// The bases that the source has for it; none if for all routes.
  private(set) var bases: [String]
  /// The route; `nil` if it is dropped.
  package private(set) var draft: RouteDraft?
  /// What was changed, or why it was dropped.
  package private(set) var remarks: [ImportRemark] = []
  /// Where it is in the order in which the source tries its routes; `nil` if that is not known.
  var order: SourceOrder?

  /// A route that is taken as it is, unless remarks are added. One whose path is not known is
  /// dropped.
  init(_ source: Located<String>, _ draft: RouteDraft, bases: [String] = []) {
    var seen: Set<TextBytes> = []
    self.bases = bases.filter { seen.insert(TextBytes($0)).inserted }
    self.source = Located(UnknownPart.shown(source.value), at: source.position)
    self.draft = draft
    if let fault = UnknownPart.fault(in: source.value) ?? UnknownPart.fault(in: draft.path.value) {
      drop(fault.reason, advice: fault.advice)
    }
  }

  init(_ source: Located<String>, dropped reason: String, advice: String? = nil) {
    (self.source, bases) = (source, [])
    drop(reason, advice: advice)
  }

  /// What became of it.
  package var result: Result {
    draft == nil ? .dropped : remarks.isEmpty ? .taken : .changed
  }

  mutating func drop(_ reason: String, advice: String? = nil) {
    draft = nil
    remarks.append(
      ImportRemark(.dropped, inQuotes(source.value), reason, advice, at: source.position))
  }

  /// Notes that the route differs from that of the source, and how.
  mutating func change(
    _ reason: String, advice: String? = nil, _ update: (inout RouteDraft) -> Void = { _ in }
  ) {
    guard var draft else { return }
    update(&draft)
    self.draft = draft
    remarks.append(
      ImportRemark(.changed, inQuotes(source.value), reason, advice, at: source.position))
  }

  /// Removes bases, but not all.
  mutating func removeBases(where isUnusable: (String) -> Bool) {
    let usable = bases.filter { !isUnusable($0) }
    if !usable.isEmpty { bases = usable }
  }

  /// Changes the route without a remark.
  mutating func update(_ update: (inout RouteDraft) -> Void) {
    guard var draft else { return }
    update(&draft)
    self.draft = draft
  }
}

/// Where a route is among those that its source tries in order.
struct SourceOrder {
  /// Only routes of one group are compared.
  var group = ""
  /// Lower ones are tried first; the order of equal ones is not known.
  let rank: Int
  /// What the route does, if routes that do the same need not be compared.
  var outcome: String?

  /// Whether the source tries one route ahead of another; false if that is not known or makes no
  /// difference.
  static func precedes(_ first: SourceOrder?, _ second: SourceOrder?) -> Bool {
    guard let first, let second, sameBytes(first.group, second.group),
      first.outcome == nil || !sameBytes(first.outcome, second.outcome)
    else { return false }
    return first.rank < second.rank
  }
}

/// Something that was not imported as it is in the source.
package struct ImportRemark: DiagnosticError, Hashable {
  package enum Kind: String, Sendable {
    case changed, dropped
    /// The source does not have it, and a route file needs it.
    case added
  }

  package let kind: Kind
  /// What it is about, such as `'/movies/:id'` or `navigator 'Main'`.
  package let subject: String
  /// Why, as a clause.
  package let reason: String
  package let advice: String?
  package let position: SourcePosition?

  init(
    _ kind: Kind, _ subject: String, _ reason: String, _ advice: String? = nil,
    at position: SourcePosition?
  ) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
    self.advice = advice
    self.position = position
  }

  /// What happened and why, but not to what.
  package struct Cause: Hashable {
    let kind: Kind
    let reason: TextBytes
    let advice: TextBytes?
  }

  package var cause: Cause {
    Cause(kind: kind, reason: TextBytes(reason), advice: advice.map { TextBytes($0) })
  }

  package var diagnostic: Diagnostic {
    let code: DiagnosticCode =
      switch kind {
      case .changed: .importChanged
      case .dropped: .importDropped
      case .added: .importAdded
      }
    return Diagnostic(
      code, "\(subject) is \(kind.rawValue): \(reason)", advice: advice,
      severity: kind == .dropped ? .warning : .note, at: position)
  }
}

extension [Located<String>] {
  /// Adds the names that are not present.
  mutating func add(_ names: [Located<String>]) {
    for name in names where !contains(where: { sameBytes($0.value, name.value) }) { append(name) }
  }
}
