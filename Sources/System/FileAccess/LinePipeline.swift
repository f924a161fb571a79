/// Answers the lines of an input on several threads, in their order and in bounded memory.
///
/// Every thread does the same: it takes the next block of lines, answers them, waits for the
/// answers of the block before to be written, and writes its own. So there are never more blocks
/// than threads, a line that has arrived is answered though no other may follow, and whoever reads
/// slowly slows everything down.
public struct LinePipeline: Sendable {
  /// Answers all lines of a block by bytes that it appends; whether each got what it asked for.
  public typealias Answer = @Sendable (_ block: LineBlock, _ output: inout [UInt8]) -> Bool

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
    /// Closed to wake whoever waits for input.
    var bell: Descriptor?
  }

  /// - Parameters:
  ///   - input: Nobody else reads it meanwhile.
  ///   - output: Nobody else writes to it meanwhile. It is flushed after every block.
  ///   - threads: The most blocks that are in work at once; one more than there are processors
  ///     keeps those busy while one block is read or written.
  ///   - answer: Is called on several threads at once.
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

  /// Answers everything; returns when the input is at its end.
  /// - Returns: Whether every line got what it asked for.
  /// - Throws: The first fault of the output, or else of the input, whose answers until then are
  ///   written. A fault of the output is told at once, even if no further line comes in.
  public func run() throws(FileError) -> Bool {
    onThreads(threads) { work() }
    if let fault = output.use({ $0.fault }) ?? input.use({ $0.fault }) { throw fault }
    return output.use { $0.areAllAnswered }
  }

  private func work() {
    var answers: [UInt8] = []
    while let (number, block) = take() {
      answers.removeAll(keepingCapacity: true)
      let isAnswered = answer(block, &answers)
      guard put(answers, number, isAnswered) else { return }
    }
  }

  /// The next block and its number.
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

  /// Writes the answers to a block when it is their turn; false if writing has come to its end.
  private func put(_ answers: [UInt8], _ number: Int, _ isAnswered: Bool) -> Bool {
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
