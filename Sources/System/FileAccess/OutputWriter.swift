import CLibrary
internal import CSystem

/// Collects output and writes it in large pieces.
///
/// A closed pipe and a full disk are errors like any other: making a writer keeps SIGPIPE from
/// ending the process. What could not be written is dropped, so that memory stays bounded, and the
/// next write is tried afresh. Interrupted calls are tried again, and a descriptor that does not
/// block is waited for.
public final class OutputWriter {
  private let descriptor: Descriptor
  private let name: String
  private let bufferBytesMax: Int
  private var buffer: [UInt8] = []

  /// Writes to a descriptor, which is not closed.
  /// - Parameters:
  ///   - descriptor: Open for writing, and kept open while this writes.
  ///   - name: What errors call it.
  ///   - bufferBytesMax: Bytes that are held back at most; 0 passes every write on at once.
  public convenience init(
    descriptor: Int32, name: String = "<output>", bufferBytesMax: Int = chunkBytes
  ) {
    self.init(Descriptor(descriptor, isOwned: false), name, bufferBytesMax)
  }

  /// Appends to a file, such as a log; every write goes behind what others wrote meanwhile. The
  /// file is closed with the writer.
  /// - Parameters:
  ///   - path: Absolute, or relative to the current folder. Made if missing; no folder.
  ///   - mode: The permission bits of a file that is made, less the user's `umask`.
  ///   - bufferBytesMax: Bytes that are held back at most; 0 passes every write on at once.
  /// - Throws: `unwritable` with the fault; a pipe that nobody reads is one.
  public convenience init(
    appendingTo path: String, mode: UInt32 = 0o600, bufferBytesMax: Int = 0
  ) throws(FileError) {
    do throws(FileFault) {
      let opened = try Descriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT, mode: mode)
      self.init(opened, path, bufferBytesMax)
    } catch {
      throw .unwritable(path: path, fault: error)
    }
  }

  private init(_ descriptor: Descriptor, _ name: String, _ bufferBytesMax: Int) {
    csystem_ignore_sigpipe()
    self.descriptor = descriptor
    self.name = name
    self.bufferBytesMax = bufferBytesMax
  }

  /// What is still held back is written; a fault then goes unseen, so whoever wants to know it
  /// flushes.
  deinit {
    try? flush()
  }

  /// Writes a text as UTF-8.
  /// - Throws: `unwritable`, if the buffer was full and could not be passed on.
  public func write(_ text: String) throws(FileError) {
    buffer += text.utf8
    if buffer.count > bufferBytesMax { try flush() }
  }

  /// Writes bytes as they are.
  /// - Throws: `unwritable`, if the buffer was full and could not be passed on.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    guard buffer.isEmpty, bytes.count > bufferBytesMax else {
      buffer += bytes
      if buffer.count > bufferBytesMax { try flush() }
      return
    }
    try pass(bytes)
  }

  /// Passes on what is held back.
  /// - Throws: `unwritable` with the fault; what was held back is dropped.
  public func flush() throws(FileError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try pass(buffer)
  }

  private func pass(_ bytes: [UInt8]) throws(FileError) {
    do throws(FileFault) {
      try descriptor.write(bytes)
    } catch {
      throw .unwritable(path: name, fault: error)
    }
  }
}
