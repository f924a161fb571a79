import CLibrary

/// Writes a whole file, or leaves what was there: the bytes go to a new file beside it, reach the
/// disk, and then take its name at one stroke.
///
/// A symbolic link is followed. What is neither a regular file nor missing is refused, as is a file
/// that is write-protected.
/// - Parameters:
///   - path: Absolute, or relative to the current folder. The folder must exist.
///   - bytes: All that the file will hold.
///   - mode: The permission bits of the file, less the user's `umask`.
///   - isSynced: Whether to wait until the bytes are on the disk; else the file is whole for every
///     reader, but not after a power cut.
/// - Throws: `unwritable` with the fault; then the new file is gone again.
public func writeFile(
  _ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644, isSynced: Bool = true
) throws(FileError) {
  do throws(FileFault) {
    let target = try writableTarget(path)
    let folder = parentFolder(target)
    let (temporary, descriptor) = try openTemporary(in: folder, mode: mode)
    do throws(FileFault) {
      try descriptor.write(bytes)
      guard !isSynced || fsync(descriptor.number) == 0, rename(temporary, target) == 0 else {
        throw .last
      }
    } catch {
      unlink(temporary)
      throw error
    }
    // The new name reaches the disk with the folder. Not every file system can do that, and the
    // file is whole either way.
    if isSynced, let opened = try? Descriptor(opening: folder, O_RDONLY) { fsync(opened.number) }
  } catch {
    throw .unwritable(path: path, fault: error)
  }
}

/// The path to replace: behind any links, and checked as far as it exists.
private func writableTarget(_ path: String) throws(FileFault) -> String {
  guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw .badPath }
  guard let link = stat(linkPath: path) else { return path }
  guard link.kind == S_IFLNK else {
    try checkReplaceable(path, link)
    return path
  }
  guard let resolved = realpath(path, nil) else { throw .last }
  defer { free(resolved) }
  let target = String(cString: resolved)
  guard let status = stat(path: target) else { throw .last }
  try checkReplaceable(target, status)
  return target
}

private func checkReplaceable(_ path: String, _ status: stat) throws(FileFault) {
  if status.kind == S_IFDIR { throw .isFolder }
  guard status.kind == S_IFREG else { throw .notAFile }
  guard access(path, W_OK) == 0 else { throw .last }
}

/// Opens a new file in a folder. Its name is short, so that a name of any length can be replaced.
private func openTemporary(
  in folder: String, mode: UInt32
) throws(FileFault) -> (path: String, Descriptor) {
  for _ in 1..<openTriesMax {
    let path = joined(folder, temporaryName())
    do throws(FileFault) {
      return (path, try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode))
    } catch .system(EEXIST) {
      continue  // A file of that name is left from a crash, or another process just made it.
    }
  }
  throw .system(EEXIST)
}

private func temporaryName() -> String {
  ".signalbox-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
}

private let openTriesMax = 8
