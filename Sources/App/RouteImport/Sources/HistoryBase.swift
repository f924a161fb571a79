import Diagnostics
import Navigation

extension ImportedTable {
  /// Adds the base of a router's history if it names a host; otherwise a remark says what to add.
  /// - Parameters:
  ///   - isHash: Whether the paths are those after a `#`.
  ///   - position: Where the source says so, without a base.
  mutating func noteHistory(base: Located<String>?, isHash: Bool, at position: SourcePosition?) {
    let (host, path) = PathText.split(base?.value ?? "")
    let fragment = isHash ? (path.utf8.last == UInt8(ascii: "/") ? "#/" : "/#/") : ""
    let isRoot = pathSegments(path).isEmpty
    if let host, host.hasBytePrefix("http"), UnknownPart.first(in: host) == nil {
      add(base: host + (isRoot && !isHash ? "" : path) + fragment)
    } else if isHash || !isRoot {
      remark(
        .dropped,
        isHash ? "the history after '#'" : "the base \(inQuotes(base?.value ?? ""))",
        "the source does not name its host", "Add 'links: [https://HOST\(path)\(fragment)]'.",
        at: base?.position ?? position)
    }
  }
}
