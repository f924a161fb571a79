import Analysis
import Diagnostics
import Exploration
import Navigation
import PlatformComparison
import PlatformLinks
import RouteFiles
import RouteImport
import TraceChecking
import TraceFiles

/// What `check`, `explore`, `compare`, `diff`, `conform`, `hosted` and `import` do, with the limits
/// that users meet: the time that it takes counts, and the limits of `Fuzz/run` on time and memory.
enum WorkTarget {
  /// Every problem has a message, and every link that `compare` shows is confirmed.
  /// - Parameter bytes: A route file, and after lines `---` an association file, a manifest, an
  ///   older version of the routes, and a log.
  static func fault(of bytes: [UInt8]) -> String? {
    let parts = parts(of: bytes[...], count: 5).map { Array($0) }
    let plugins = RouteFolder.parse(parts[0], file: "app.yaml").plugin.map { [$0] } ?? []
    guard let definition = try? AppDefinition(plugins: plugins) else { return nil }
    let findings = Check.findings(in: plugins, of: definition)
    if findings.contains(where: { $0.message.isEmpty }) { return "a finding without a message" }
    _ = AppExploration(of: definition, rules: [])

    let claims = CompareTarget.claims(
      association: parts[1], manifest: parts[2], [AssociatedHost("a.example")])
    let compared = PlatformComparison(definition, claims)
    if let link = compared.unconfirmed.first { return "'\(link)' is not confirmed" }

    if let older = RouteFolder.parse(parts[3], file: "older.yaml").plugin,
      let old = try? AppDefinition(plugins: [older])
    {
      _ = Comparison(old: old, new: definition)
    }
    let log = TraceFile(parts[4], path: "log", TraceMapFile())
    let checker = TraceChecker(definition, TraceMapFile().rules(seen: log.kinds))
    for session in log.sessions { _ = checker.verdict(on: session) }
    _ = RouterProbes(of: definition, countMax: 2_000, seed: 1)

    if let apple = claims.apple {
      let rules = apple.association.details.flatMap { $0.rules }
      _ = AssociationComparison(rules, rules.dropLast(), host: "a.example")
    }
    for (kind, source) in [(ImportKind.aasa, parts[1]), (.manifest, parts[2])] {
      _ = try? kind.table(source, file: "source").settled(as: "app")
    }
    return nil
  }
}
