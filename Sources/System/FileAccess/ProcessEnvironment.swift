import CLibrary
internal import CSystem

/// The absolute path of the running executable, links resolved; `nil` if the system does not report
/// it.
public var executablePath: String? {
  let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: pathBytesMax) { buffer in
    guard let start = buffer.baseAddress else { return nil as String? }
    let count = csystem_executable_path(start, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  guard let path, let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The path of a program in the same folder as an executable, by default this one; `nil` if this
/// process cannot execute it.
public func program(_ name: String, nextTo executable: String? = executablePath) -> String? {
  guard let executable else { return nil }
  let path = path(name, relativeTo: executable)
  return access(path, X_OK) == 0 ? path : nil
}

/// The value of an environment variable; `nil` if it is not set. Bytes that are not UTF-8 are
/// replaced by U+FFFD.
public func environment(_ name: String) -> String? {
  guard !name.utf8.isEmpty, !name.utf8.contains(0), let value = getenv(name) else { return nil }
  return String(cString: value)
}

/// Longer than any executable path that the supported systems allow.
private let pathBytesMax = 16_384
