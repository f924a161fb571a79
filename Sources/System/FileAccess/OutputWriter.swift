import CLibrary
internal import CSystem
import Diagnostics

/// Buffers output and writes it in large pieces.
///
/// A closed pipe and a full disk are reported as errors: creating a writer makes the process ignore
/// SIGPIPE. Bytes that could not be written are dropped, so that memory stays bounded, and the next
/// write is tried anyway. Interrupted writes are retried, and non-blocking descriptors are waited
/// for.
public final class OutputWriter {
  private let descriptor: Descriptor
  private let name: String
  private let bufferBytesMax: Int
  private var buffer = ByteBuffer()

  /// Creates a writer for a descriptor, which is not closed.
  /// - Parameters:
  ///   - descriptor: Open for writing; must stay open while this writer is used.
  ///   - name: The name of the output in errors.
  ///   - bufferBytesMax: The maximum number of buffered bytes; 0 writes immediately.
  public convenience init(
    descriptor: Int32, name: String = "<output>", bufferBytesMax: Int = chunkBytes
  ) {
    self.init(Descriptor(descriptor, isOwned: false), name, bufferBytesMax)
  }

  /// Creates a writer that appends to a file, such as a log; other processes can append to it too.
  /// The file is closed with the writer.
  /// - Parameters:
  ///   - path: Absolute, or relative to the current folder. Created if missing; not a folder.
  ///   - mode: The permission bits of a created file, less the user's `umask`.
  ///   - bufferBytesMax: The maximum number of buffered bytes; 0 writes immediately.
  /// - Throws: `unwritable` with the fault, for example if the path is a FIFO without a reader, or
  ///   other users could have chosen the file.
  public convenience init(
    appendingTo path: String, mode: UInt32 = 0o600, bufferBytesMax: Int = 0
  ) throws(FileError) {
    do throws(FileFault) {
      self.init(try Descriptor(appendingTo: path, mode: mode), path, bufferBytesMax)
    } catch {
      throw .unwritable(path: path, fault: error)
    }
  }

  private init(_ descriptor: Descriptor, _ name: String, _ bufferBytesMax: Int) {
    csystem_ignore_write_signals()
    self.descriptor = descriptor
    self.name = name
    self.bufferBytesMax = bufferBytesMax
  }

  /// Flushes the buffer, ignoring errors; call `flush` to see them.
  deinit {
    try? flush()
  }

  /// Writes a text as UTF-8.
  /// - Throws: `unwritable` if the buffer was full and could not be written.
  public func write(_ text: String) throws(FileError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > bufferBytesMax { try flush() }
  }

  /// Writes bytes unchanged.
  /// - Throws: `unwritable` if the buffer was full and could not be written.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try write(bytes) }
  }

  /// Writes bytes unchanged.
  /// - Throws: `unwritable` if the buffer was full and could not be written.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    guard buffer.isEmpty, bytes.count > bufferBytesMax else {
      buffer.append(contentsOf: bytes)
      if buffer.count > bufferBytesMax { try flush() }
      return
    }
    try pass(bytes)
  }

  /// Writes the buffered bytes.
  /// - Throws: `unwritable` with the fault; the buffered bytes are dropped.
  public func flush() throws(FileError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try pass(buffer.bytes)
  }

  private func pass(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    do throws(FileFault) {
      try descriptor.write(bytes)
    } catch {
      throw .unwritable(path: name, fault: error)
    }
  }
}
