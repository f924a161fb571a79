/// A part of a text that the evaluation of a module could not know, such as a host that a package
/// reads when the app is built: the name of its source between two characters of private use.
enum UnknownPart {
  private static let (start, end) = ("\u{E000}", "\u{E001}")

  static func text(_ name: String) -> String { start + name + end }

  /// The names in a text, as `${NAME}`, and the one that `--set` takes.
  static func first(in text: String) -> (shown: String, setting: String)? {
    guard let open = text.utf8.ranges(of: start.utf8).first,
      let close = text.utf8[open.upperBound...].ranges(of: end.utf8).first
    else { return nil }
    let name = text.utf8[open.upperBound..<close.lowerBound]
    let last = name.split(separator: UInt8(ascii: ".")).last ?? name
    return (
      "${" + String(decoding: name, as: UTF8.self) + "}", String(decoding: last, as: UTF8.self)
    )
  }

  /// A text as people see it.
  static func shown(_ text: String) -> String {
    text.replacingBytes(start, with: "${").replacingBytes(end, with: "}")
  }

  /// Why a text has no value, and what to do; `nil` if all of it is known.
  static func fault(in text: String, example: String = "VALUE") -> (reason: String, advice: String)?
  {
    first(in: text).map { part in
      ("\(part.shown) is unknown here", "Give it with '--set \(part.setting)=\(example)'.")
    }
  }
}
