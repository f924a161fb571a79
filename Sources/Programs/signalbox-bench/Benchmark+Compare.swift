import Diagnostics
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformLinks

extension Benchmark {
  static let compare = Benchmark(
    summary: "comparing 1,000 routes with an association file of 300 components",
    target: "at most 1,000 ms"
  ) { _, report throws(Diagnostic) in
    var plugin = generatedPlugin(routes: 1_000)
    plugin.links("https://generated.example")
    guard let definition = try? AppDefinition(plugins: [plugin]) else {
      preconditionFailure("the generated app cannot be loaded")
    }
    let file = associationFile(for: definition.routes.map(\.pattern))
    guard
      let association = AppleAssociation.parse(Array(file.utf8), file: "generated").association
    else {
      preconditionFailure("the generated file cannot be read")
    }
    var claims = LinkClaims(hosts: [AssociatedHost(Array("generated.example".utf8))])
    claims.apple = LinkClaims.Apple(association, app: Array("A".utf8))
    let samples = Samples { () -> Double in
      processorSeconds { _ = PlatformComparison(definition, claims).findings } * 1000
    }
    report(Figure(of: "g1k", metric: "time", unit: "ms", samples: samples))
  }

  /// A file with a component for each of the first path patterns; parameters are `?*`, which also
  /// matches slashes, so that longer paths come first, then those with fewer parameters.
  private static func associationFile(for patterns: [String]) -> String {
    var known: Set<String> = []
    // A component cannot say what a group or an expression says.
    let plain = patterns.filter { !$0.utf8.contains { "{(".utf8.contains($0) } }
    let paths = plain.map { pattern in
      pattern.split(separator: "/").map { segment in
        segment == "*" ? "*" : segment.utf8.contains(UInt8(ascii: ":")) ? "?*" : String(segment)
      }
    }.filter { known.insert($0.joined(separator: "/")).inserted }.prefix(300)
    func rank(_ path: [String]) -> (Int, Int) {
      (-path.count, path.count { $0.utf8.contains(UInt8(ascii: "*")) })
    }
    let components = paths.sorted { rank($0) < rank($1) }
      .map { #"{"/":"/"# + $0.joined(separator: "/") + #""}"# }
    return #"{"applinks":{"details":[{"appIDs":["A"],"components":["#
      + components.joined(separator: ",") + "]}]}}"
  }
}
