import CLibrary
import CUV
import EventLoops
import FileAccess
import JSONCodec

/// A child process with pipes to its standard streams.
///
/// `signalbox-guard` starts it with limits, and kills what it leaves (see its main.c). Both are in
/// a session of their own, so that Ctrl-C at the terminal does not reach them.
///
/// While the loop runs, output is only buffered; the caller consumes it afterwards.
final class ChildProcess {
  var output: LineFramer
  /// The child's standard error.
  var log: LineFramer
  /// Whether the child's standard output is at its end.
  private(set) var isOutputClosed = false
  /// How the child ended; `nil` while it runs.
  private(set) var end: ProcessEnd?
  /// Why the program could not be executed; `nil` if it was, or before `end`.
  private(set) var startFault: FileFault?
  /// Whether `output` has buffered more than `outputBytesMax` bytes.
  var isFlooding: Bool { output.pendingBytes > outputBytesMax }

  private var isHeard = true
  private let outputBytesMax: Int
  private let process = UnsafeMutablePointer<uv_process_t>.allocate(capacity: 1)
  /// The pipes to standard input, from standard output and from standard error, and the one to the
  /// guard; `nil` once closed.
  private var pipes: [UnsafeMutablePointer<uv_pipe_t>?] = []
  private let chunk = UnsafeMutableBufferPointer<CChar>.allocate(capacity: chunkBytes)

  init(
    _ command: GuardedCommand, limits: PluginLimits, loop: EventLoop
  ) throws(LoopFault) {
    output = LineFramer(lineBytesMax: limits.lineBytesMax)
    log = LineFramer(lineBytesMax: limits.logLineBytesMax)
    outputBytesMax = limits.outputBytesMax
    for _ in 0...guardPipe {
      let pipe = UnsafeMutablePointer<uv_pipe_t>.allocate(capacity: 1)
      let status = uv_pipe_init(loop.loop, pipe, 0)
      guard status == 0 else {
        pipe.deallocate()
        process.deallocate()
        closePipes()
        throw LoopFault(status: status)
      }
      pipe.pointee.data = Unmanaged.passUnretained(self).toOpaque()
      pipes.append(pipe)
    }
    let status = spawn(command.words, command.environment, command.program, loop)
    guard status == 0 else {
      closePipes()
      EventLoop.release(process)
      throw LoopFault(status: status)
    }
    // Retained until the child has ended and was reaped.
    process.pointee.data = Unmanaged.passRetained(self).toOpaque()
    for pipe in pipes[1..<guardPipe] {
      guard let pipe else { continue }
      uv_read_start(
        stream(pipe),
        { handle, _, buffer in
          guard let handle, let buffer, let child = child(handle.pointee.data) else { return }
          buffer.pointee = uv_buf_init(child.chunk.baseAddress, UInt32(child.chunk.count))
        },
        { handle, count, _ in
          guard let handle, let child = child(handle.pointee.data) else { return }
          child.read(handle, count)
        })
    }
  }

  isolated deinit {
    chunk.deallocate()
  }

  /// The bytes in the send queue, not yet written to the pipe.
  var unsentBytes: Int {
    pipes.first.flatMap { $0 }.map { Int(uv_stream_get_write_queue_size(stream($0))) } ?? 0
  }

  /// Sends bytes, queueing those that the pipe does not accept at once. Does nothing after the
  /// child has ended.
  func send(_ bytes: [UInt8]) {
    guard end == nil, let pipe = pipes.first.flatMap({ $0 }) else { return }
    let taken = bytes.withUnsafeBytes { bytes in
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      var buffer = uv_buf_init(start?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count))
      return Int(uv_try_write(stream(pipe), &buffer, 1))
    }
    if taken < bytes.count { sendLater(bytes.dropFirst(max(0, taken)), pipe) }
  }

  /// Queues bytes after those already in the queue.
  private func sendLater(_ bytes: ArraySlice<UInt8>, _ pipe: UnsafeMutablePointer<uv_pipe_t>) {
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes.lazy.map(CChar.init(bitPattern:)))
    request.pointee.data = UnsafeMutableRawPointer(copy.baseAddress)
    var buffer = uv_buf_init(copy.baseAddress, UInt32(copy.count))
    let status = uv_write(request, stream(pipe), &buffer, 1) { request, _ in
      request?.pointee.data?.deallocate()
      request?.deallocate()
    }
    if status < 0 {  // The request failed, so its callback is not called.
      copy.deallocate()
      request.deallocate()
    }
  }

  /// Closes the child's standard input, which asks it to exit. Its further output is discarded.
  func hangUp() {
    isHeard = false
    close(0)
  }

  /// Has the guard kill the child and its descendants. Further output is discarded.
  func kill() {
    closePipes()
  }

  private func spawn(
    _ words: [String], _ environment: [String], _ program: Descriptor, _ loop: EventLoop
  ) -> Int32 {
    var streams = pipes.enumerated().map { index, pipe in
      var container = uv_stdio_container_t()
      let isInput = index == 0 || index == guardPipe
      let isOutput = index > 0
      container.flags = uv_stdio_flags(
        rawValue: UV_CREATE_PIPE.rawValue | (isInput ? UV_READABLE_PIPE.rawValue : 0)
          | (isOutput ? UV_WRITABLE_PIPE.rawValue : 0))
      container.data.stream = pipe.map(stream)
      return container
    }
    var inherited = uv_stdio_container_t()
    inherited.flags = UV_INHERIT_FD
    inherited.data.fd = program.number
    streams.append(inherited)
    return withTexts(words) { words in
      withTexts(environment) { environment in
        streams.withUnsafeMutableBufferPointer { streams in
          var options = uv_process_options_t()
          options.file = words[0].map { UnsafePointer($0) }
          options.args = words.baseAddress
          options.env = environment.baseAddress
          options.flags = UInt32(UV_PROCESS_DETACHED.rawValue)
          options.stdio_count = Int32(streams.count)
          options.stdio = streams.baseAddress
          options.exit_cb = { process, code, signal in
            guard let process else { return }
            let child = process.pointee.data.map { Unmanaged<ChildProcess>.fromOpaque($0) }
            child?.takeUnretainedValue().ended(code, signal)
            child?.release()
            EventLoop.release(process)
          }
          return uv_spawn(loop.loop, process, &options)
        }
      }
    }
  }

  /// Handles the end of the guard, after that of the child: reads the remaining output.
  private func ended(_ code: Int64, _ signal: Int32) {
    for pipe in pipes.dropFirst() {
      guard let pipe else { continue }
      drain(pipe)
    }
    end = signal == 0 ? .exited(code: code) : .signalled(number: signal)
    closePipes()
  }

  /// Reads what is left in a pipe, without waiting. Other processes can still hold the pipe and
  /// keep writing, so the amount is limited to what the child can have left.
  private func drain(_ pipe: UnsafeMutablePointer<uv_pipe_t>) {
    var descriptor: uv_os_fd_t = -1
    let handle = UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: uv_handle_t.self)
    guard uv_fileno(handle, &descriptor) == 0 else { return }
    var left = pipeBytesMax
    while left > 0, !isFlooding {
      let count = CLibrary.read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      if pipes.last == pipe { return refused(count) }
      keep(count, from: stream(pipe))
      left -= count
    }
  }

  /// Handles the guard's message: the `errno` of a failed `exec`.
  private func refused(_ count: Int) {
    guard count >= MemoryLayout<Int32>.size else { return }
    startFault = FileFault(
      errno: UnsafeRawBufferPointer(chunk).loadUnaligned(fromByteOffset: 0, as: Int32.self))
  }

  private func read(_ handle: UnsafeMutablePointer<uv_stream_t>, _ count: Int) {
    if count > 0 {
      keep(count, from: handle)
      if isFlooding { uv_read_stop(handle) }
    } else if count < 0 {  // The end; 0 means only that no data is available yet.
      uv_read_stop(handle)
      if isOutput(handle) { isOutputClosed = true }
    }
  }

  private func keep(_ count: Int, from handle: UnsafeMutablePointer<uv_stream_t>) {
    guard isHeard else { return }
    let bytes = UnsafeRawBufferPointer(chunk)[..<count]
    if isOutput(handle) { output.feed(bytes) } else { log.feed(bytes) }
  }

  private func isOutput(_ handle: UnsafeMutablePointer<uv_stream_t>) -> Bool {
    pipes.count > 1 && pipes[1].map(stream) == handle
  }

  private func closePipes() {
    for index in pipes.indices { close(index) }
  }

  private func close(_ index: Int) {
    guard pipes.indices.contains(index), let pipe = pipes[index] else { return }
    pipes[index] = nil
    pipe.pointee.data = nil
    EventLoop.release(pipe)
  }
}

/// Calls `body` with a null-terminated list of C strings.
private func withTexts<Result>(
  _ texts: [String], _ body: (UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var list = texts.map { strdup($0) } + [nil]
  defer { list.forEach { free($0) } }
  return list.withUnsafeMutableBufferPointer { body($0) }
}

private func child(_ data: UnsafeMutableRawPointer?) -> ChildProcess? {
  data.map { Unmanaged<ChildProcess>.fromOpaque($0).takeUnretainedValue() }
}

private func stream(
  _ pipe: UnsafeMutablePointer<uv_pipe_t>
) -> UnsafeMutablePointer<uv_stream_t> {
  UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: uv_stream_t.self)
}

/// The place of the pipe to the guard, as in its main.c.
private nonisolated let guardPipe = 3
private nonisolated let chunkBytes = 65_536
/// The most read from a pipe after the child has ended: libuv's pipes are sockets, whose buffer is
/// smaller.
private nonisolated let pipeBytesMax = 1_048_576
