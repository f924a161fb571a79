import CLibrary

/// Writes a file atomically: the bytes go to a temporary file in the same folder, which is then
/// renamed over the target.
///
/// A symbolic link is followed. An existing target must be a writable regular file.
/// - Parameters:
///   - path: Absolute, or relative to the current folder. The folder must exist.
///   - bytes: The complete contents.
///   - mode: The permission bits, less the user's `umask`.
///   - isSynced: Whether to wait until the bytes are on disk. If false, readers never see a partial
///     file, but a power failure can lose it.
/// - Throws: `unwritable` with the fault, after removing the temporary file.
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
    // Syncing the folder makes the rename durable. Not every file system supports that, and the
    // file is complete either way.
    if isSynced, let opened = try? Descriptor(opening: folder, O_RDONLY) { fsync(opened.number) }
  } catch {
    throw .unwritable(path: path, fault: error)
  }
}

/// The path to replace, with links resolved; an existing target is checked.
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
