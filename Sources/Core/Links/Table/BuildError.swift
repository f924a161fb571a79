public import Diagnostics

/// Why a link was not built.
public enum BuildError: Diagnostic, Hashable {
  case unknownName(String, route: String, nearest: String?)
  case duplicateName(String, route: String)
  case missing(String, route: String)
  case type(parameter: String, type: ValueType, value: String, route: String)
  /// Optional parameters that no variant of the pattern has in this combination.
  case combination([String], route: String)
  case notUnderBase(String, route: String)
  /// A base with a wildcard host.
  case openBase(String)
  case link(LinkError, text: String, route: String)
  /// The values produce a link that opens another route.
  case taken(text: String, by: String, route: String)
  /// The values produce a link that would not be matched with the same values.
  case notMatched(text: String, route: String)

  /// `link/build`.
  public var code: DiagnosticCode { .linkBuild }

  /// What is wrong.
  public var message: String {
    switch self {
    case .unknownName(let name, let route, _): "'\(route)' has no parameter '\(name)'"
    case .duplicateName(let name, let route): "parameter '\(name)' of '\(route)' has two values"
    case .missing(let name, let route): "'\(route)' needs a value for '\(name)'"
    case .type(let parameter, let type, let value, let route):
      "'\(value)' does not fit the type \(type) of parameter '\(parameter)' of '\(route)'"
    case .combination(let names, let route):
      names.isEmpty
        ? "'\(route)' cannot be built without values"
        : "'\(route)' cannot be built with only \(names.map { "'\($0)'" }.joined(separator: ", "))"
    case .notUnderBase(let base, let route): "'\(route)' is not under the base '\(base)'"
    case .openBase(let base): "'\(base)' has a wildcard in its host"
    case .link(let error, let text, let route):
      "the values of '\(route)' form the invalid link '\(text)': \(error.message)"
    case .taken(let text, let other, let route):
      "the values of '\(route)' form '\(text)', which opens '\(other)' instead"
    case .notMatched(let text, let route):
      "the values of '\(route)' form '\(text)', which does not match with the same values"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unknownName(_, _, let nearest):
      nearest.map { "Did you mean '\($0)'?" } ?? "Remove it, or declare it under 'query'."
    case .duplicateName: "Give one value."
    case .missing(let name, _): "Add '\(name)=…'."
    case .type: "Give a value of that type."
    case .combination: "Give the other optional parameters too, or fewer."
    case .notUnderBase: "Give one of the route's bases, or none to build a path."
    case .openBase: "Give a base with a complete host."
    case .link(let error, _, _): error.advice
    case .taken: "Give a value that the other route does not match."
    case .notMatched: "Give values that the pattern accepts."
    }
  }
}
