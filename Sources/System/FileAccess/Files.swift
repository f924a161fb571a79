import CLibrary
import Diagnostics

/// A file to be written.
public struct NewFile {
  /// Absolute, or relative to the current folder. The folder must exist.
  public let path: String
  /// The complete contents.
  public let bytes: [UInt8]
  /// The permission bits, less the user's `umask`.
  public let mode: UInt32

  /// A file with its complete contents.
  public init(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) {
    (self.path, self.bytes, self.mode) = (path, bytes, mode)
  }
}

/// Writes a file atomically, as `writeFiles` does.
public func writeFile(
  _ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644, isSynced: Bool = true
) throws(FileError) {
  try writeFiles([NewFile(path, bytes, mode: mode)], isSynced: isSynced)
}

/// Writes files, each atomically: the bytes go to temporary files in the same folders, which are
/// then renamed over the targets. If one cannot be written, no target is changed.
///
/// A symbolic link stays, and the file that it names is written. What exists must be a writable
/// regular file, or a link to one or to nothing that this user or root owns; links in `/dev` and
/// `/proc` are refused.
/// - Parameter isSynced: Whether to wait until the bytes are on disk. If false, readers never see a
///   partial file, but a power failure can lose it.
/// - Throws: `unwritable` with the fault, after removing the temporary files.
public func writeFiles(_ files: [NewFile], isSynced: Bool = true) throws(FileError) {
  // Those that are not renamed yet, last first.
  var pending: [(temporary: String, path: String)] = []
  do throws(FileError) {
    for file in files { pending.append(try writeTemporary(of: file, isSynced: isSynced)) }
    pending.reverse()
    while let (temporary, path) = pending.last {
      guard rename(temporary, path) == 0 else { throw .unwritable(path: path, fault: .last) }
      pending.removeLast()
      // Syncing the folder makes the rename durable. Not every file system supports that, and the
      // file is complete either way.
      if isSynced, let folder = try? Descriptor(opening: parentFolder(path), O_RDONLY) {
        fsync(folder.number)
      }
    }
  } catch {
    for (temporary, _) in pending { unlink(temporary) }
    throw error
  }
}

/// Writes a temporary file in the folder of a file.
/// - Returns: Its path, and that of the file, which is no link.
private func writeTemporary(
  of file: NewFile, isSynced: Bool
) throws(FileError) -> (temporary: String, path: String) {
  do throws(FileFault) {
    let path = try replaceablePath(file.path)
    let (temporary, descriptor) = try openTemporary(in: parentFolder(path), mode: file.mode)
    do throws(FileFault) {
      try descriptor.write(file.bytes)
      guard !isSynced || fsync(descriptor.number) == 0 else { throw .last }
      return (temporary, path)
    } catch {
      unlink(temporary)
      throw error
    }
  } catch {
    throw .unwritable(path: file.path, fault: error)
  }
}

/// The path of the file that a path names, whose place a new file can take.
private func replaceablePath(_ path: String) throws(FileFault) -> String {
  guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw .badPath }
  guard let named = stat(linkPath: path) else { return path }
  let status = stat(path: path)
  let fault = FileFault.last
  if named.kind == S_IFLNK {
    guard named.st_uid == geteuid() || named.st_uid == 0 else { throw .foreignLink }
    // `/dev/stdout` and the like lead to something that is not a file.
    guard let folder = realpath(parentFolder(path), nil) else { throw .last }
    defer { free(folder) }
    let first = String(cString: folder).utf8.split(separator: UInt8(ascii: "/")).first
    if let first, first.elementsEqual("dev".utf8) || first.elementsEqual("proc".utf8) {
      throw .notAFile
    }
    // A link that names nothing ends, too; one in a loop does not.
    guard status != nil || fault == .missing else { throw fault }
    guard let target = linkTarget(path) else { throw .last }
    let isAbsolute = target.utf8.first == UInt8(ascii: "/")
    return try replaceablePath(isAbsolute ? target : joined(parentFolder(path), target))
  }
  guard let status else { throw fault }
  if status.kind == S_IFDIR { throw .isFolder }
  guard status.kind == S_IFREG else { throw .notAFile }
  guard access(path, W_OK) == 0 else { throw .last }
  return path
}

/// Opens a new file in a folder. Its name is short, so that a file with a name of any length can be
/// replaced.
private func openTemporary(
  in folder: String, mode: UInt32
) throws(FileFault) -> (path: String, Descriptor) {
  for _ in 1..<openTriesMax {
    let path = joined(folder, temporaryName())
    do throws(FileFault) {
      return (path, try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode))
    } catch .system(EEXIST) {
      continue  // Left over from a crash, or just created by another process.
    }
  }
  throw .system(EEXIST)
}

private func temporaryName() -> String {
  ".signalbox-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
}

private let openTriesMax = 8

/// Reads a whole file.
///
/// Otherwise only regular files are read, so that a pipe without a writer cannot block. `-` and
/// `/dev/stdin` mean standard input, which can be of any type.
/// - Parameters:
///   - path: Absolute, or relative to the current folder.
///   - bytesMax: The maximum size in bytes.
///   - allowsPipes: Whether a pipe is read to its end, for a path that the user names: a named one
///     is waited for, and one that the process inherited, such as `<(…)` in a shell, is like
///     standard input.
/// - Throws: `unreadable` with the fault, or `tooLarge`.
public func readFile(
  _ path: String, bytesMax: Int, allowsPipes: Bool = false
) throws(FileError) -> [UInt8] {
  do throws(FileFault) {
    let descriptor: Descriptor
    var bytes: [UInt8] = []
    if isStandardInput(path) {
      descriptor = Descriptor(STDIN_FILENO, isOwned: false)
    } else if allowsPipes, isPipe(path), let number = inheritedDescriptor(path) {
      descriptor = Descriptor(number, isOwned: false)
    } else if allowsPipes, isPipe(path) {
      descriptor = try Descriptor(opening: path, O_RDONLY)
      // Without a writer, it would be read as empty.
      _ = try descriptor.hasInput(orEndOf: [])
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

/// The descriptor that a path such as `/dev/fd/63` names. Opened again, a pipe whose writer has
/// ended would never report its end.
private func inheritedDescriptor(_ path: String) -> Int32? {
  let bytes = Array(path.utf8)
  let folder = ["/dev/fd/", "/proc/self/fd/"].first { bytes.starts(with: $0.utf8) }
  return folder.flatMap { Int32(String(decoding: bytes.dropFirst($0.utf8.count), as: UTF8.self)) }
}

/// Bytes read or written per system call.
public let chunkBytes = 65_536

/// Joins a folder and a name with one slash.
package func joined(_ folder: String, _ name: String) -> String {
  folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
}

/// The folder of a path, without a trailing slash; `.` for a bare name.
package func parentFolder(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
}

/// Resolves a path found in a file: relative to the file's folder, unless it is absolute.
package func path(_ path: String, relativeTo file: String) -> String {
  guard path.utf8.first != UInt8(ascii: "/"),
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
  else { return path }
  return String(decoding: file.utf8[...slash], as: UTF8.self) + path
}
