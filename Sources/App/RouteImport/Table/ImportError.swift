package import Diagnostics
package import FileAccess
package import JSONCodec

/// Why a source cannot be imported at all.
package enum ImportError: Diagnostic, Hashable {
  case file(FileError)
  case json(JSONError)
  /// Something other than what the kind of source has here.
  case format(String, advice: String, at: SourcePosition)
  /// The routes do not form an app, for a reason that concerns none of them alone.
  case definition(String, advice: String?)

  package var code: DiagnosticCode {
    switch self {
    case .file(let error): error.code
    case .json(let error): error.code
    case .format, .definition: .importSource
    }
  }

  package var position: SourcePosition? {
    switch self {
    case .file, .definition: nil
    case .json(let error): error.position
    case .format(_, _, let at): at
    }
  }

  package var message: String {
    switch self {
    case .file(let error): error.message
    case .json(let error): error.message
    case .format(let text, _, _): text
    case .definition(let text, _): text
    }
  }

  package var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .json(let error): error.advice
    case .format(_, let advice, _): advice
    case .definition(_, let advice): advice
    }
  }
}

/// The limits of sources.
package enum ImportLimits {
  /// The bytes of a source file, as of a route file.
  package static let sourceBytesMax = 8 << 20
  /// The routes of a source; aliases of nested routes multiply.
  static let routesMax = 100_000
}
