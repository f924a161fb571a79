import Diagnostics
import PlatformFiles
import PlatformLinks

/// Association files and their patterns.
enum AssociationTarget {
  /// A link that reaches every part of a rule.
  private static let link = URLParts(Array("https://h/en/a%2Fb/?id=1%&x=%C3%A9&x#no".utf8))

  /// The file yields rules or errors with messages, and the decisions for one app and for all apps
  /// agree.
  static func fault(ofFile bytes: [UInt8]) -> String? {
    let links = AssetLinks.parse(bytes, file: "assetlinks.json")
    let (association, faults) = AppleAssociation.parse(bytes, file: "association")
    for fault in faults + links.faults {
      _ = fault.advice
      if fault.message.isEmpty { return "a fault without a message" }
    }
    guard let association, let link else {
      return faults.isEmpty ? "neither rules nor a fault" : nil
    }
    let decisions = association.decisions(for: link)
    for app in association.apps.prefix(appsTriedMax) {
      let decision = association.decision(for: link, app: app)
      let other = decisions.first { $0.app == app }
      guard decision.decidedBy == other?.decidedBy, decision.outcome == other?.outcome ?? .noMatch
      else { return "the decisions for one app and for all apps differ" }
    }
    return nil
  }

  /// - Parameter bytes: A pattern on the first line, texts on the others. The machine agrees with
  ///   a table of all places in pattern and text.
  static func fault(ofGlob bytes: [UInt8]) -> String? {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 5, omittingEmptySubsequences: false)
    guard let first = lines.first, first.count <= bytesTriedMax else { return nil }
    // Without `?`, which is about characters, patterns are about bytes.
    let pattern = first.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "*") : $0 }
    var faults: [Glob.Fault] = []
    let glob = Glob(parsing: pattern, variables: nil, faults: &faults)
    guard faults.isEmpty else { return "a literal pattern with a fault" }
    let original = Glob(parsing: Array(first), variables: Glob.Variables(), faults: &faults)
    for text in lines.dropFirst() where text.count <= bytesTriedMax {
      let found = PartPattern(glob, isDecoded: false).matches(Array(text))
      guard found == matches(pattern, Array(text)) else { return "the automaton is wrong" }
      // Only so that nothing traps.
      for isDecoded in [false, true] {
        _ = PartPattern(original.trimmed, isDecoded: isDecoded, trimsSlashes: true)
          .matches(Array(text))
      }
      if faults.isEmpty, !first.contains(UInt8(ascii: "$")), !found,
        PartPattern(original, isDecoded: false).matches(Array(text))
      {
        return "'?' matches more than '*'"
      }
    }
    return nil
  }

  /// Whether a pattern of literal bytes and `*` matches, by dynamic programming.
  private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var reached = [true] + [Bool](repeating: false, count: text.count)
    for byte in pattern {
      var next = [Bool](repeating: false, count: text.count + 1)
      if byte == UInt8(ascii: "*") {
        var isReached = false
        for index in reached.indices {
          isReached = isReached || reached[index]
          next[index] = isReached
        }
      } else {
        for index in text.indices where reached[index] && text[index] == byte {
          next[index + 1] = true
        }
      }
      reached = next
    }
    return reached[text.count]
  }
}

/// Enough to find faults, few enough to keep iterations fast.
private let appsTriedMax = 20
private let bytesTriedMax = 500
