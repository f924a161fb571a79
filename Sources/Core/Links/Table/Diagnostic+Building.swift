import Diagnostics

extension Diagnostic {
  static func unknownName(_ name: String, route: String, nearest: String?) -> Self {
    Diagnostic(
      .linkBuild, "'\(route)' has no parameter '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" } ?? "Remove it, or declare it under 'query'.")
  }

  static func duplicateName(_ name: String, route: String) -> Self {
    Diagnostic(
      .linkBuild, "parameter '\(name)' of '\(route)' has two values", advice: "Give one value.")
  }

  static func missing(_ name: String, route: String) -> Self {
    Diagnostic(
      .linkBuild, "'\(route)' needs a value for '\(name)'", advice: "Add '\(name)=…'.")
  }

  static func type(parameter: String, type: ValueType, value: String, route: String) -> Self {
    Diagnostic(
      .linkBuild,
      "'\(value)' does not fit the type \(type) of parameter '\(parameter)' of '\(route)'",
      advice: "Give a value of that type.")
  }

  static func combination(_ names: [String], route: String) -> Self {
    Diagnostic(
      .linkBuild,
      names.isEmpty
        ? "'\(route)' cannot be built without values"
        : "'\(route)' cannot be built with only \(names.map { "'\($0)'" }.joined(separator: ", "))",
      advice: "Give the other optional parameters too, or fewer.")
  }

  static func notUnderBase(_ base: String, route: String) -> Self {
    Diagnostic(
      .linkBuild, "'\(route)' is not under the base '\(base)'",
      advice: "Give one of the route's bases, or none to build a path.")
  }

  static func openBase(_ base: String) -> Self {
    Diagnostic(
      .linkBuild, "'\(base)' has a wildcard in its host",
      advice: "Give a base with a complete host.")
  }

  static func link(_ error: LinkError, text: String, route: String) -> Self {
    let error = error.diagnostic
    return Diagnostic(
      .linkBuild, "the values of '\(route)' form the invalid link '\(text)': \(error.message)",
      advice: error.advice)
  }

  static func taken(text: String, by other: String, route: String) -> Self {
    Diagnostic(
      .linkBuild, "the values of '\(route)' form '\(text)', which opens '\(other)' instead",
      advice: "Give a value that the other route does not match.")
  }

  static func notMatched(text: String, route: String) -> Self {
    Diagnostic(
      .linkBuild,
      "the values of '\(route)' form '\(text)', which does not match with the same values",
      advice: "Give values that the pattern accepts.")
  }
}
