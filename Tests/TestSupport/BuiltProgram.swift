import FileAccess

/// The path of a built program of the package.
///
/// - Throws: `SystemFault` if the build folder cannot be determined.
public func builtProgram(_ name: String) throws(SystemFault) -> String {
  // On Linux the tests are an executable; elsewhere they are a bundle named in the arguments.
  let bundle = CommandLine.arguments.first { $0.contains(".xctest/") }
  guard let tests = bundle ?? executablePath else { throw SystemFault("executable path") }
  let components = tests.split(separator: "/")
  let end = components.firstIndex { $0.hasSuffix(".xctest") } ?? components.count - 1
  return "/" + (components[..<end] + [name[...]]).joined(separator: "/")
}
