import Diagnostics
import FileAccess
import JSONCodec
import TestSupport

/// A reference of a module's public declarations, from the symbol graph that the compiler extracts
/// from the built module.
struct PublicAPI {
  /// A public declaration.
  struct Symbol {
    /// Its name, after the names of the types that contain it.
    let path: [String]
    let declaration: String
    /// Its documentation, a paragraph or list per line.
    let comment: [String]

    /// The first paragraph of the comment, in one line.
    var summary: String {
      comment.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }.joined(separator: " ")
    }

    /// The type in whose section it is; empty outside of types.
    var section: [String] { isType ? path : path.dropLast() }

    /// The order of the page: by section, in which the type itself comes first.
    static func precedes(_ left: Symbol, _ right: Symbol) -> Bool {
      if left.section != right.section {
        return left.section.lexicographicallyPrecedes(right.section, by: precedesAsBytes)
      }
      if left.isType != right.isType { return left.isType }
      return precedesAsBytes(left.path.last ?? "", right.path.last ?? "")
    }

    private static func precedesAsBytes(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    var isType: Bool {
      ["class", "enum", "protocol", "struct"].contains { keyword in
        declaration.split(separator: " ").contains { $0 == keyword }
      }
    }
  }

  /// The modules of the library products, and the modules that these export.
  static let modules = [
    "Diagnostics", "Links", "Navigation", "PluginHost", "RouteFiles", "Screens",
    "SignalboxHost", "SignalboxSwiftUI", "SignalboxTesting", "SignalboxUIKit",
  ]

  let module: String
  private let symbols: [Symbol]

  /// Extracts a module that was built for the tests.
  init(of module: String) throws {
    let folder = try TemporaryFolder()
    let programs = try builtProgram("").dropLast()
    let components = programs.split(separator: "/")
    let headers = ["Core/CLinkScan/include", "System/CSystem/include", "System/CYAML"]
    var command = "swift symbolgraph-extract -module-name \(module) -I '\(programs)/Modules'"
    for header in headers { command += " -I '\(packageFolder)/Sources/\(header)'" }
    for target in ["CLinkScan", "CSystem"] {
      command += " -Xcc -fmodule-map-file='\(programs)/\(target).build/module.modulemap'"
    }
    // The folder's parent is named after the platform: .build/x86_64-unknown-linux-gnu/debug.
    command += " -target '\(components.dropLast().last ?? "")' -output-dir '\(folder.path)'"
    command += " -minimum-access-level public -skip-synthesized-members"
    _ = try output(of: command)
    self.module = module
    // Another file for each module whose types it extends: SignalboxSwiftUI@SwiftUI.symbols.json.
    symbols = try filesMatching("\(folder.path)/*.symbols.json").flatMap { file in
      let graph = try JSON(parsing: readFile(file, bytesMax: 1 << 24), bytesMax: 1 << 24)
      return (graph["symbols"]?.arrayValue ?? []).compactMap(Symbol.init)
    }.sorted(by: Symbol.precedes)
  }

  /// The reference as Markdown: a section per type, in byte order, with a line per member.
  var page: String {
    var page = "# \(module)\n\nThe public declarations, as the compiler lists them.\n"
    for (index, symbol) in symbols.enumerated() {
      if index == 0 || symbols[index - 1].section != symbol.section {
        let name = symbol.section.joined(separator: ".")
        page += "\n## \(name.isEmpty ? "Functions and values" : name)\n\n"
      }
      if symbol.isType {
        page += "```swift\n\(symbol.declaration)\n```\n\n"
        page += symbol.comment.map { $0 + "\n" }.joined() + "\n"
      } else {
        let summary = symbol.summary.isEmpty ? "" : ": \(symbol.summary)"
        page += "- `\(symbol.declaration)`\(summary)\n"
      }
    }
    return page
  }
}

extension PublicAPI.Symbol {
  /// - Returns: `nil` for what the compiler adds, such as `==` of a struct.
  init?(_ symbol: JSON) {
    guard symbol["location"] != nil, let names = symbol["pathComponents"]?.arrayValue,
      let fragments = symbol["declarationFragments"]?.arrayValue
    else { return nil }
    path = names.compactMap(\.stringValue)
    declaration = fragments.compactMap { $0["spelling"]?.stringValue }.joined()
    comment = (symbol["docComment"]?["lines"]?.arrayValue ?? []).compactMap {
      $0["text"]?.stringValue
    }
  }
}
