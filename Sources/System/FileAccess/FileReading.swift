import CLibrary
import Diagnostics

/// Reads a whole file.
///
/// Only regular files are read, so that a pipe without a writer cannot block. `-` and `/dev/stdin`
/// mean standard input, which can be of any type.
/// - Parameters:
///   - path: Absolute, or relative to the current folder.
///   - bytesMax: The maximum size in bytes.
/// - Throws: `unreadable` with the fault, or `tooLarge`.
public func readFile(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
  do throws(FileFault) {
    let descriptor: Descriptor
    var bytes: [UInt8] = []
    if isStandardInput(path) {
      descriptor = Descriptor(STDIN_FILENO, isOwned: false)
    } else {
      descriptor = try Descriptor(opening: path, O_RDONLY)
      let status = try descriptor.requireFile()
      // Files in `/proc` report size 0, so the size is only a hint.
      bytes.reserveCapacity(max(0, min(Int(status.st_size), bytesMax)))
    }
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      let count = try descriptor.read(into: &chunk)
      if count == 0 { return bytes }
      if count > bytesMax - bytes.count { break }
      bytes += chunk[..<count]
    }
  } catch {
    throw .unreadable(path: path, fault: error)
  }
  throw .tooLarge(path: path, bytesMax: bytesMax)
}

/// Whether a path given by the user means standard input.
private func isStandardInput(_ path: String) -> Bool {
  sameBytes(path, "-") || sameBytes(path, "/dev/stdin")
}

/// Bytes read or written per system call.
public let chunkBytes = 65_536
