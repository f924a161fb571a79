#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Clients of a server that answers every line with a line: the same for every server, so that two
/// can be compared.
///
/// One thread, `poll`, and as few calls of the system as the number of lines in flight allows.
struct LineTraffic: ~Copyable {
  private var clients: [pollfd] = []
  /// Of each client the lines that it sends, in turn.
  private var lines: [[[UInt8]]]
  private let depth: Int
  private let server: String
  private var chunk = [UInt8](repeating: 0, count: 65_536)

  /// Connects clients.
  /// - Parameters:
  ///   - lines: For each client what it sends in turn, line ends included.
  ///   - depth: Lines in flight of each client.
  ///   - greets: Whether the server speaks first, one line.
  init(
    to server: String, lines: [[String]], depth: Int = 1, greets: Bool
  ) throws(BenchmarkError) {
    self.server = server
    self.lines = lines.map { $0.map { Array($0.utf8) } }
    self.depth = depth
    for _ in lines {
      guard let descriptor = connected(to: server) else { throw failed("it takes no connection") }
      clients.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      var left = greets ? 1 : 0
      while left > 0 { left -= try receive(clients.count - 1) }
    }
  }

  /// How many clients are connected.
  var clientCount: Int { clients.count }

  deinit { for client in clients { close(client.fd) } }

  /// Sends lines and waits for all answers.
  /// - Parameters:
  ///   - count: Lines of all clients together.
  ///   - note: Told the seconds that each answer took; for a depth of 1.
  /// - Returns: Seconds of the whole.
  mutating func run(
    _ count: Int, note: (Double) -> Void = { _ in }
  ) throws(BenchmarkError) -> Double {
    let start = monotonicSeconds()
    var sentAt = [Double](repeating: start, count: clients.count)
    var turns = [Int](repeating: 0, count: clients.count)
    var (unsent, unanswered) = (count, count)
    for client in clients.indices {
      try send(client, min(depth, unsent), &turns[client])
      unsent -= min(depth, unsent)
    }
    while unanswered > 0 {
      guard poll(&clients, nfds_t(clients.count), answerMillisecondsMax) > 0 else {
        throw failed("it did not answer in \(answerMillisecondsMax / 1000) s")
      }
      for client in clients.indices where clients[client].revents != 0 {
        let answers = try receive(client)
        guard answers > 0 else { continue }
        unanswered -= answers
        let now = monotonicSeconds()
        note(now - sentAt[client])
        sentAt[client] = now
        try send(client, min(answers, unsent), &turns[client])
        unsent -= min(answers, unsent)
      }
    }
    return monotonicSeconds() - start
  }

  private func send(
    _ client: Int, _ count: Int, _ turn: inout Int
  ) throws(BenchmarkError) {
    guard count > 0 else { return }
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes += lines[client][turn % lines[client].count]
      turn += 1
    }
    var sent = 0
    while sent < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(clients[client].fd, buffer.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard written > 0 || errno == EINTR else { throw failed("it takes no more lines") }
      sent += max(0, written)
    }
  }

  /// Reads what is there; how many lines ended in it.
  private mutating func receive(_ client: Int) throws(BenchmarkError) -> Int {
    let count = read(clients[client].fd, &chunk, chunk.count)
    guard count > 0 else { throw failed("it closed a connection") }
    return chunk.withUnsafeBytes { bytes in
      var lines = 0
      for byte in bytes[..<count] where byte == UInt8(ascii: "\n") { lines += 1 }
      return lines
    }
  }

  private func failed(_ reason: String) -> BenchmarkError {
    .noRun(program: server, reason: reason)
  }
}

private let answerMillisecondsMax: Int32 = 30_000
