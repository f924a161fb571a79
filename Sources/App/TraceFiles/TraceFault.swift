package import Diagnostics
package import JSONCodec

/// Why a line of a log, or a whole log, cannot be read.
package enum TraceFault: Diagnostic {
  /// The line is not JSON; `fault` says why.
  case notJSON(JSONError, at: SourcePosition)
  /// The value of a key, or the line if there is no key.
  case wrongType(key: String?, expected: String, at: SourcePosition)
  case missingKey(String, owner: String, at: SourcePosition)
  case unknownEvent(String, nearest: String?, at: SourcePosition)
  /// The last line has no line end and is not JSON.
  case truncated(at: SourcePosition)
  /// The log has no line, or the mapping leaves out every line.
  case noLines(at: SourcePosition)
  case lineTooLong(at: SourcePosition)
  case tooManyLines(at: SourcePosition)
  /// More than `TraceLimits.faultsMax`; the rest is not reported.
  case tooManyFaults(at: SourcePosition)
  /// A mapping file names something that the definition lacks.
  case unknownName(String, kind: String, nearest: String?, at: SourcePosition?)

  package var severity: Severity {
    switch self {
    case .truncated, .noLines: .warning
    default: .error
    }
  }

  package var position: SourcePosition? {
    switch self {
    case .notJSON(_, let at), .wrongType(_, _, let at), .missingKey(_, _, let at),
      .unknownEvent(_, _, let at), .truncated(let at), .noLines(let at),
      .lineTooLong(let at), .tooManyLines(let at), .tooManyFaults(let at):
      at
    case .unknownName(_, _, _, let at): at
    }
  }

  package var code: DiagnosticCode {
    switch self {
    case .notJSON: .traceSyntax
    case .wrongType: .traceWrongType
    case .missingKey: .traceMissingKey
    case .unknownEvent: .traceUnknownEvent
    case .unknownName: .traceUnknownName
    case .truncated: .traceTruncated
    case .noLines: .traceNoLines
    case .lineTooLong, .tooManyLines, .tooManyFaults: .traceLimit
    }
  }

  package var message: String {
    switch self {
    case .notJSON(let error, _): error.message
    case .wrongType(let key, _, _):
      key.map { "'\(shortened($0))' has an invalid value" } ?? "the line is not a JSON object"
    case .missingKey(let key, let owner, _): "\(owner) needs '\(shortened(key))'"
    case .unknownEvent(let name, _, _): "no event is called '\(shortened(name))'"
    case .truncated: "the last line is incomplete and is left out"
    case .noLines: "no line of the log is checked"
    case .lineTooLong: "the line has more than \(TraceLimits.lineBytesMax) bytes"
    case .tooManyLines: "the log has more than \(TraceLimits.linesMax) lines"
    case .tooManyFaults: "more than \(TraceLimits.faultsMax) faults in this log"
    case .unknownName(let name, let kind, _, _):
      "the definition has no \(kind) '\(shortened(name))'"
    }
  }

  package var advice: String? {
    switch self {
    case .notJSON(let error, _): error.advice ?? "Write one JSON object per line."
    case .wrongType(_, let expected, _): "Write \(expected)."
    case .missingKey: "Add it, or name the key that holds it under 'fields' in the file of --map."
    case .unknownEvent(_, let nearest, _):
      (nearest.map { "Did you mean '\($0)'? " } ?? "") + "Map or ignore it in the file of --map."
    case .truncated: nil
    case .noLines: "Write events to it, or leave out fewer in the file of --map."
    case .lineTooLong: "Leave out what is not about navigation."
    case .tooManyLines: "Split it between two sessions."
    case .tooManyFaults: "Fix these first to see the rest."
    case .unknownName(_, _, let nearest, _): nearest.map { "Did you mean '\($0)'?" }
    }
  }
}

/// The limits of logs.
package enum TraceLimits {
  /// Bytes per log: 1 GiB.
  package static let fileBytesMax = 1 << 30
  /// Bytes per line: 1 MiB.
  package static let lineBytesMax = jsonBytesMax
  /// Lines per log.
  package static let linesMax = 20_000_000
  /// Faults that are reported per log.
  package static let faultsMax = 100
}
