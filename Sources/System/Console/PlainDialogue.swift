import CLibrary
internal import Diagnostics
internal import EventLoops
internal import FileAccess

/// A conversation without a terminal: lines in, answers out.
final class PlainDialogue {
  private let conversation: any Conversation
  // Unbuffered: a program that drives both ends waits for the answer to each line.
  private let output = OutputWriter(
    descriptor: STDOUT_FILENO, name: "standard output", bufferBytesMax: 0)
  private var start = LineStart()
  /// Why a part of an answer could not be written.
  private var fault: FileError?

  init(_ conversation: any Conversation) {
    self.conversation = conversation
  }

  /// Answers every line until the input ends, the conversation is over, or the reader of the output
  /// is gone. Returns the exit code.
  func run() -> Int32 {
    let input = LineReader(
      descriptor: STDIN_FILENO, name: "standard input", lineBytesMax: pipedLineBytesMax
    ) { [conversation] in
      if let loop = conversation.innerLoop { waitForInput(driving: loop) }
    }
    var number = 0
    do throws(FileError) {
      while let line = try input.next() {
        number += 1
        let answer = answer(to: line, number: number)
        if let fault { throw fault }
        try output.write(answer.text)
        if answer.isOver { return 0 }
      }
      if let start = start.drop() {
        try output.write(conversation.answer(to: start, showing: show).text)
      }
      return 0
    } catch {
      if error.fault == .closed { return 128 + SIGPIPE }
      warn(error.diagnostic.summary)
      return 2
    }
  }

  private func show(_ part: String) -> Bool {
    guard fault == nil, !part.utf8.isEmpty else { return fault == nil }
    do throws(FileError) { try output.write(part) } catch { fault = error }
    return fault == nil
  }

  private func answer(to line: LineBlock.Line, number: Int) -> Answer {
    switch line {
    case .whole(let bytes):
      guard let line = String(validating: bytes, as: UTF8.self) else {
        return conversation.answer(to: .lineNotUTF8(number: number))
      }
      guard let whole = start.add(line, in: conversation) else { return Answer(text: "") }
      return conversation.answer(to: whole, showing: show)
    case .overlong(let start):
      return conversation.answer(
        to: .lineTooLong(
          number: number, start: String(decoding: start, as: UTF8.self),
          bytesMax: pipedLineBytesMax))
    }
  }
}

/// Waits for standard input, and meanwhile lets a loop run, so that an answer contains what has
/// arrived.
private func waitForInput(driving loop: any InnerLoop) {
  while true {
    loop.turn()
    var waits = [STDIN_FILENO, loop.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&waits, nfds_t(waits.count), loop.timeoutMilliseconds)
    guard waits[0].revents == 0, count >= 0 || errno == EINTR else { return }
  }
}
