import FileAccess

/// The path of a program of the package, built beside the tests.
/// - Throws: `SystemFault`, if the tests do not know where they are.
public func builtProgram(_ name: String) throws(SystemFault) -> String {
  // On Linux the tests are an executable; elsewhere a bundle that the arguments name.
  let bundle = CommandLine.arguments.first { $0.contains(".xctest/") }
  guard let tests = bundle ?? executablePath else { throw SystemFault("executable path") }
  let components = tests.split(separator: "/")
  let end = components.firstIndex { $0.hasSuffix(".xctest") } ?? components.count - 1
  return "/" + (components[..<end] + [name[...]]).joined(separator: "/")
}
