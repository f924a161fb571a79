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
/// regular file, or a link to one or to nothing that this user or root owns; see `FileWalk` for the
/// folders on the way.
/// - Parameter isSynced: Whether to wait until the bytes are on disk. If false, readers never see a
///   partial file, but a power failure can lose it.
/// - Throws: `unwritable` with the fault, after removing the temporary files.
public func writeFiles(_ files: [NewFile], isSynced: Bool = true) throws(FileError) {
  // Those that are not renamed yet, last first.
  var pending: [TemporaryFile] = []
  do throws(FileError) {
    for file in files { pending.append(try TemporaryFile(of: file, isSynced: isSynced)) }
    pending.reverse()
    while let last = pending.last {
      try last.replaceTarget(isSynced: isSynced)
      pending.removeLast()
    }
  } catch {
    for file in pending { file.remove() }
    throw error
  }
}

/// The new contents of a file, in its folder, to be renamed over it.
private struct TemporaryFile {
  private let folder: Descriptor
  private let name: String
  /// The name of the file to be replaced, which is no link.
  private let target: String
  /// The path of the file in errors.
  private let path: String

  init(of file: NewFile, isSynced: Bool) throws(FileError) {
    path = file.path
    do throws(FileFault) {
      let (walk, entry) = try FileWalk.toFile(file.path)
      try Self.requireReplaceable(entry, in: walk.folder)
      (folder, target) = (walk.folder, entry.name)
      let descriptor: Descriptor
      (name, descriptor) = try Self.create(in: folder, mode: file.mode)
      do throws(FileFault) {
        try descriptor.write(file.bytes)
        guard !isSynced || fsync(descriptor.number) == 0 else { throw .last }
      } catch {
        remove()
        throw error
      }
    } catch {
      throw .unwritable(path: file.path, fault: error)
    }
  }

  func replaceTarget(isSynced: Bool) throws(FileError) {
    guard renameat(folder.number, name, folder.number, target) == 0 else {
      throw .unwritable(path: path, fault: .last)
    }
    // Syncing the folder makes the rename durable. Not every file system supports that, and the
    // file is complete either way.
    if isSynced,
      let synced = try? Descriptor(opening: ".", in: folder.number, O_RDONLY, mode: 0)
    {
      fsync(synced.number)
    }
  }

  func remove() { unlinkat(folder.number, name, 0) }

  private static func requireReplaceable(
    _ entry: FileWalk.Entry, in folder: Descriptor
  ) throws(FileFault) {
    guard let status = entry.status else { return }
    if status.kind == S_IFDIR { throw .isFolder }
    guard status.kind == S_IFREG else { throw .notAFile }
    guard faccessat(folder.number, entry.name, W_OK, 0) == 0 else { throw .last }
  }

  /// Opens a new file in a folder. Its name is short, so that a file with a name of any length can
  /// be replaced.
  private static func create(
    in folder: Descriptor, mode: UInt32
  ) throws(FileFault) -> (name: String, Descriptor) {
    for _ in 1..<openTriesMax {
      let name = temporaryName()
      do throws(FileFault) {
        return (
          name,
          try Descriptor(
            opening: name, in: folder.number, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        )
      } catch .system(EEXIST) {
        continue  // Left over from a crash, or just created by another process.
      }
    }
    throw .system(EEXIST)
  }
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
    var bytesAtOnce = chunkBytes
    if isStandardInput(path) {
      descriptor = Descriptor(STDIN_FILENO, isOwned: false)
    } else if allowsPipes, isPipe(path), let number = inheritedDescriptor(path) {
      descriptor = Descriptor(number, isOwned: false)
    } else if allowsPipes, isPipe(path) {
      descriptor = try Descriptor(opening: path, O_RDONLY)
      // Without a writer, it would be read as empty.
      _ = try descriptor.waitForInput(orEndOf: [])
    } else {
      descriptor = try Descriptor(opening: path, O_RDONLY)
      let status = try descriptor.requireFile()
      // Files in `/proc` report size 0, so the size is only a hint.
      bytes.reserveCapacity(max(0, min(Int(status.st_size), bytesMax)))
      bytesAtOnce = min(chunkBytes, max(4_096, Int(status.st_size)))
    }
    var chunk = [UInt8](repeating: 0, count: bytesAtOnce)
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
package func isStandardInput(_ path: String) -> Bool {
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
