import Diagnostics
import CLibrary

/// Clients of a server that answers every line with a line. All servers get the same traffic, so
/// that they can be compared.
///
/// Uses one thread and `poll`, and as few system calls as the number of lines in flight allows.
struct LineTraffic: ~Copyable {
  private var clients: [pollfd] = []
  /// The lines of each client, repeated so that `depth` lines are contiguous from any start, and
  /// where each line begins.
  private var texts: [(bytes: [UInt8], starts: [Int])]
  private let depth: Int
  private let server: String
  private var chunk = [UInt8](repeating: 0, count: 65_536)

  /// Connects clients.
  /// - Parameters:
  ///   - lines: The lines of each client, which it sends in turn, line ends included.
  ///   - depth: The number of lines in flight per client.
  ///   - greets: Whether the server sends a line first.
  init(
    to server: String, lines: [[String]], depth: Int = 1, greets: Bool
  ) throws(Diagnostic) {
    self.server = server
    self.depth = depth
    texts = lines.map { lines in
      var text: (bytes: [UInt8], starts: [Int]) = ([], [0])
      for turn in 0..<(lines.count + depth) where !lines.isEmpty {
        text.bytes += lines[turn % lines.count].utf8
        text.starts.append(text.bytes.count)
      }
      return text
    }
    for _ in lines {
      guard let descriptor = connected(to: server) else { throw failed("it accepts no connection") }
      clients.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      var left = greets ? 1 : 0
      while left > 0 { left -= try receive(clients.count - 1) }
    }
  }

  var clientCount: Int { clients.count }

  deinit { for client in clients { close(client.fd) } }

  /// Sends lines and waits for all answers.
  /// - Parameters:
  ///   - count: The number of lines of all clients together.
  ///   - note: Receives the seconds that each answer took; for a depth of 1.
  /// - Returns: The seconds that all of it took.
  mutating func run(
    _ count: Int, note: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Double {
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
  ) throws(Diagnostic) {
    guard count > 0 else { return }
    let text = texts[client]
    let end = text.starts[turn + count]
    var place = text.starts[turn]
    turn = (turn + count) % (text.starts.count - 1 - depth)
    while place < end {
      let written = text.bytes.withUnsafeBytes { buffer in
        write(clients[client].fd, buffer.baseAddress.map { $0 + place }, end - place)
      }
      guard written > 0 || errno == EINTR else { throw failed("it accepts no more lines") }
      place += max(0, written)
    }
  }

  /// Reads the available bytes. Returns the number of line ends in them.
  private mutating func receive(_ client: Int) throws(Diagnostic) -> Int {
    let count = read(clients[client].fd, &chunk, chunk.count)
    guard count > 0 else { throw failed("it closed a connection") }
    return chunk.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var (lines, place) = (0, 0)
      while let end = memchr(start + place, 0x0A, count - place) {
        lines += 1
        place = UnsafeRawPointer(end) - start + 1
      }
      return lines
    }
  }

  private func failed(_ reason: String) -> Diagnostic {
    .noRun(program: server, reason: reason)
  }
}

private let answerMillisecondsMax: Int32 = 30_000
