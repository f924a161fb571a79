import Analysis
import CSignalbox
import Commands
import Diagnostics
import JSONCodec
import Navigation
import PlatformLinks
import RouteFiles
import Synchronization
import TraceChecking
import Traces

/// What a `signalbox_app` points to.
final class LibraryApp: Sendable {
  let definition: AppDefinition
  private let plugins: [PluginDraft]
  private let answers: LinkAnswers
  let texts: RouteTexts
  /// What the files of the platforms claim; `nil` without such files.
  let claims: LinkClaims?
  /// How the app's logs are written.
  let logs: TraceMapFile
  /// The checkers that were needed so far, by the rules of their logs.
  private let checkers = Mutex<[LogRules: TraceChecker]>([:])
  /// Resolvers that no thread uses now; each owns the scratch memory of a thread.
  private let idle = Mutex<[Resolver]>([])

  /// `Sendable`, because it is either idle or used by the one thread that took it.
  private struct Resolver: @unchecked Sendable {
    let resolver: LinkResolver
  }

  /// - Throws: What is wrong with the files.
  init(_ plugins: [PluginDraft], _ errors: [Diagnostic]) throws(DiagnosticList) {
    guard errors.isEmpty else { throw DiagnosticList(errors) }
    definition = try AppDefinition(plugins: plugins)
    self.plugins = plugins
    answers = LinkAnswers(definition, isJSON: true)
    texts = RouteTexts(definition)
    (claims, logs) = (nil, TraceMapFile())
  }

  /// The same app with what files of the platforms claim, or with logs that are written otherwise.
  init(_ app: LibraryApp, claiming claims: LinkClaims? = nil, logs: TraceMapFile? = nil) {
    (definition, plugins, answers, texts) = (app.definition, app.plugins, app.answers, app.texts)
    (self.claims, self.logs) = (claims ?? app.claims, logs ?? app.logs)
  }

  /// Writes the answer of `resolve --json`, with what the platforms open.
  /// - Returns: Whether the link opens something.
  func resolve(_ link: UnsafeRawBufferPointer, into output: inout ByteBuffer) -> Bool {
    let isResolved = withResolver { answers.answer(link, $0, into: &output) }
    addVerdicts(on: link, to: &output)
    return isResolved
  }

  /// Writes the answer of the prompt's `why`, with what the platforms open.
  /// - Returns: Whether the link opens something.
  func why(_ link: UnsafeRawBufferPointer, into output: inout ByteBuffer) -> Bool {
    let found = LinkResolution(bytes: Array(link), in: definition)
    found.explanation.write(into: &output)
    addVerdicts(on: link, to: &output)
    return found.isResolved
  }

  /// Adds `ios` and `android` to the object at the end of the output; nothing without files.
  private func addVerdicts(on link: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
    guard let claims else { return }
    output.removeAll(from: output.count - 1)
    for platform in Platform.allCases {
      let verdict = claims.verdict(on: platform, Array(link))
      output.append(contentsOf: ",\"\(platform.rawValue)\":".utf8)
      JSON.optional(verdict?.rawValue).write(into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// What is wrong with the app, in the order of its files.
  func findings(notes: Bool) -> [Diagnostic] {
    Check.findings(in: plugins, of: definition, hints: notes)
  }

  /// A checker of logs.
  func checker(of rules: LogRules) -> TraceChecker {
    if let known = checkers.withLock({ $0[rules] }) { return known }
    let made = TraceChecker(definition, rules)
    checkers.withLock { known in
      if known.count == checkersMax { known = [:] }
      known[rules] = made
    }
    return made
  }

  /// Lends a resolver that no other thread uses.
  func withResolver<Result>(_ body: (LinkResolver) -> Result) -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Resolver(resolver: LinkResolver(definition))
    defer { idle.withLock { $0.append(taken) } }
    return body(taken.resolver)
  }
}

/// The most checkers that are kept: groups of a log seldom differ in the kinds of their lines.
private let checkersMax = 8

/// The texts of each route that answers copy.
struct RouteTexts: Sendable {
  private let texts: PackedTexts
  /// For each route, the index of its first text: its pattern, its screen, the names of its values.
  private let firsts: [Int]
  private let hasScreen: [Bool]

  init(_ definition: AppDefinition) {
    var (texts, firsts, hasScreen): (PackedTexts, [Int], [Bool]) = (PackedTexts(), [], [])
    for route in definition.routes {
      firsts.append(texts.count)
      var screen: String?
      if case .screen(let id) = route.target { screen = definition[id].name }
      hasScreen.append(screen != nil)
      for text in [route.pattern, screen ?? ""] + route.valueNames { texts.append(text.utf8) }
    }
    (self.texts, self.firsts, self.hasScreen) = (texts, firsts, hasScreen)
  }

  /// Calls `body` with the path pattern of a route.
  @inline(__always)
  func withPattern(of route: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    withText(firsts[route], body)
  }

  /// Calls `body` with the screen of a route; `nil` if it opens the browser.
  @inline(__always)
  func withScreen(of route: Int, _ body: (UnsafeRawBufferPointer?) -> Void) {
    guard hasScreen[route] else { return body(nil) }
    withText(firsts[route] + 1, body)
  }

  /// Calls `body` with the name of a value.
  @inline(__always)
  func withName(of value: Int, of route: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    withText(firsts[route] + 2 + value, body)
  }

  @inline(__always)
  private func withText(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    texts.withText(index) { body(UnsafeRawBufferPointer($0)) }
  }
}
