/// How serious a diagnostic is.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The operation failed.
  case error
  /// The operation succeeded, but probably not as intended.
  case warning
  /// Context for other diagnostics.
  case note
}

/// An error that says what went wrong, where, and what to do about it.
///
/// Every module declares one typed error enum that conforms to this protocol. Its cases carry data;
/// only `message` and `advice` turn that data into prose, and `DiagnosticReport` renders it.
public protocol Diagnostic: Error, Sendable, CustomStringConvertible {
  /// The stable code; `signalbox help codes` lists all of them.
  var code: DiagnosticCode { get }
  /// The severity; `.error` by default.
  var severity: Severity { get }
  /// The location of the fault, if it is in a file.
  var position: SourcePosition? { get }
  /// What went wrong, with the offending text quoted: one clause without a full stop.
  var message: String { get }
  /// What to do: one imperative sentence with its full stop.
  var advice: String? { get }
  /// The location of the other side of a conflict.
  var other: SourcePosition? { get }
  /// A link that demonstrates the fault.
  var witness: String? { get }
}

extension Diagnostic {
  /// `.error`.
  public var severity: Severity { .error }
  /// `nil`.
  public var position: SourcePosition? { nil }
  /// `nil`.
  public var advice: String? { nil }
  /// `nil`.
  public var other: SourcePosition? { nil }
  /// `nil`.
  public var witness: String? { nil }

  /// `file:line:column: error[code]: message. Advice.` on one line, with control characters
  /// escaped.
  public var summary: String {
    var text = position.map { "\($0): " } ?? ""
    text += "\(severity.rawValue)[\(code.rawValue)]: \(escaped(message))."
    if let advice { text += " \(escaped(advice))" }
    return text
  }

  /// `summary`, so that an error that a program does not catch prints as the command line does.
  public var description: String { summary }
}

/// Several diagnostics that were found together.
public protocol DiagnosticList: Error, CustomStringConvertible {
  /// The diagnostics, in the order in which they are reported; never empty.
  var diagnostics: [any Diagnostic] { get }
}

extension DiagnosticList {
  /// The summaries, one per line.
  public var description: String { diagnostics.map(\.summary).joined(separator: "\n") }
}

/// A location in source text.
public struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The file as the user named it: a path, or a word in angle brackets such as `<argument>`.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  /// Creates a position; line and column count from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, with control characters in the file name escaped.
  public var description: String { "\(escaped(file)):\(line):\(column)" }

  /// Orders by file (as bytes), then line, then column, the order of findings in a report.
  public static func < (left: Self, right: Self) -> Bool {
    if left.file != right.file {
      return left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
    }
    return (left.line, left.column) < (right.line, right.column)
  }
}
