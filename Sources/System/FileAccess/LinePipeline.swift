public import Diagnostics

/// Answers the lines of an input on several threads, in input order and in bounded memory.
///
/// Each thread takes the next block of lines, answers it, waits until the answers to the previous
/// block are written, and writes its own. So there are never more blocks than threads, a line is
/// answered without waiting for the next one, and a slow reader of the output slows the input down.
public struct LinePipeline: Sendable {
  /// Appends the answers to all lines of a block to `output`; returns whether every line succeeded.
  public typealias Answer = @Sendable (_ block: LineBlock, _ output: inout ByteBuffer) -> Bool

  private let threads: Int
  private let answer: Answer
  private let input: Monitor<Input>
  private let output: Monitor<Output>

  private struct Input {
    let reader: LineBlockReader
    var blocksTaken = 0
    var fault: FileError?
    var isOver = false
  }

  private struct Output {
    let writer: OutputWriter
    var blocksWritten = 0
    var areAllAnswered = true
    var fault: FileError?
    /// Closed to wake the thread that waits for input.
    var bell: Descriptor?
  }

  /// - Parameters:
  ///   - input: Used only by the pipeline while it runs.
  ///   - output: Used only by the pipeline while it runs; flushed after every block.
  ///   - threads: The maximum number of blocks in progress. With more than there are processors,
  ///     the thread whose turn it is to write may wait for a processor, and the others for it.
  ///   - answer: Called on several threads at once.
  public init(
    from input: sending LineBlockReader, to output: sending OutputWriter, threads: Int,
    answer: @escaping Answer
  ) {
    self.threads = threads
    self.answer = answer
    let bell = Descriptor.pipe()
    if let bell { input.end(with: bell.reading) }
    self.input = Monitor(Input(reader: input))
    self.output = Monitor(Output(writer: output, bell: bell?.writing))
  }

  /// Answers all lines; returns at the end of the input.
  /// - Returns: Whether every line succeeded.
  /// - Throws: The first output error, otherwise the input error, after writing the answers to the
  ///   lines before it. An output error ends the wait for further input.
  public func run() throws(FileError) -> Bool {
    onThreads(threads) { work() }
    if let fault = output.use({ $0.fault }) ?? input.use({ $0.fault }) { throw fault }
    return output.use { $0.areAllAnswered }
  }

  private func work() {
    var answers = ByteBuffer()
    while let (number, block) = take() {
      answers.removeAll(keepingCapacity: true)
      let isAnswered = answer(block, &answers)
      guard put(answers.bytes, number, isAnswered) else { return }
    }
  }

  /// The next block and its sequence number.
  private func take() -> (number: Int, block: LineBlock)? {
    input.use { input in
      guard !input.isOver else { return nil }
      do throws(FileError) {
        if let block = try input.reader.next() {
          input.blocksTaken += 1
          return (input.blocksTaken - 1, block)
        }
      } catch {
        input.fault = error
      }
      input.isOver = true
      return nil
    }
  }

  /// Writes the answers to a block when it is their turn; returns false after an output error.
  private func put(
    _ answers: UnsafeBufferPointer<UInt8>, _ number: Int, _ isAnswered: Bool
  ) -> Bool {
    let hasFault = output.use(when: { $0.blocksWritten == number || $0.fault != nil }) { output in
      guard output.fault == nil else { return true }
      do throws(FileError) {
        try output.writer.write(answers)
        try output.writer.flush()
      } catch {
        output.fault = error
        output.bell = nil
      }
      output.blocksWritten += 1
      output.areAllAnswered = output.areAllAnswered && isAnswered
      return output.fault != nil
    }
    if hasFault { input.use { $0.isOver = true } }
    return !hasFault
  }
}
