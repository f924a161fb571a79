import CLibrary
import Diagnostics
import FileAccess
import PluginProcesses

/// A program that reads a text from its standard input and writes one to its standard output.
struct TextProgram {
  /// Its standard streams: files, so that neither program waits for the other. They are removed
  /// before it starts, so that Ctrl-C leaves none.
  private let streams: [Descriptor]
  private let output: Descriptor
  private let errors: Descriptor
  private let name: String
  private let arguments: [String]
  private let guarding: (command: GuardedCommand, pipe: (reading: Descriptor, writing: Descriptor))?

  /// Prepares a program.
  /// - Parameter name: A path, or a name to look up in `PATH`.
  init(_ name: String, _ arguments: [String], input: String = "") throws(FileError) {
    try self.init(name, arguments, input: input, nil)
  }

  /// Prepares a program that runs code of others; its processes end with it.
  init(_ command: GuardedCommand, named name: String, input: String = "") throws(FileError) {
    try self.init(name, [], input: input, command)
  }

  private init(
    _ name: String, _ arguments: [String], input: String, _ command: GuardedCommand?
  ) throws(FileError) {
    self.name = name
    self.arguments = arguments
    if let command {
      guard let pipe = Descriptor.pipe() else { throw .unwritable(path: name, fault: .last) }
      guarding = (command, pipe)
    } else {
      guarding = nil
    }
    let folder = try TemporaryFolder()
    try writeFile(folder("in"), Array(input.utf8), isSynced: false)
    do throws(FileFault) {
      let new = O_WRONLY | O_CREAT | O_EXCL
      streams = [
        try Descriptor(opening: folder("in"), O_RDONLY),
        try Descriptor(opening: folder("out"), new, mode: 0o600),
        try Descriptor(opening: folder("errors"), new, mode: 0o600),
      ]
      output = try Descriptor(opening: folder("out"), O_RDONLY)
      errors = try Descriptor(opening: folder("errors"), O_RDONLY)
    } catch {
      throw .unwritable(path: folder.path, fault: error)
    }
  }

  /// Runs the program, which is killed if it takes longer.
  /// - Parameter errorLine: Chooses among the lines that it wrote to standard error.
  /// - Returns: What it wrote to standard output.
  func run(
    secondsMax: Int, bytesMax: Int,
    errorLine: ([Substring]) -> Substring? = { $0.first }
  ) throws(TextProgramFault) -> [UInt8] {
    let program = try start()
    let end = program.wait(seconds: secondsMax)
    if end == nil { stop(program) }
    return try output(after: end, bytesMax: bytesMax, errorLine: errorLine)
  }

  /// Runs the program, which is killed if it writes nothing for some time, or has written enough.
  /// - Parameter isEnough: Called with what it has written since the last call.
  /// - Returns: How it ended, `nil` if it was killed; and the output up to the limit.
  func run(
    silentMillisecondsMax: Int64, bytesMax: Int, isEnough: ([UInt8]) -> Bool
  ) throws(TextProgramFault) -> (end: ProgramEnd?, output: [UInt8]) {
    let program = try start()
    var deadline = Deadline(milliseconds: silentMillisecondsMax)
    var bytes: [UInt8] = []
    while program.end == nil, !deadline.isOver {
      usleep(1_000)
      let new = try read(output, bytesMax: bytesMax - bytes.count).bytes
      guard !new.isEmpty else { continue }
      bytes += new
      if isEnough(new) { break }
      deadline = Deadline(milliseconds: silentMillisecondsMax)
    }
    let end = program.end
    if end == nil { stop(program) }
    return (end, bytes + (try read(output, bytesMax: bytesMax - bytes.count).bytes))
  }

  /// A line that the program wrote to standard error: the first that names an error, or the first.
  func errorLine() throws(TextProgramFault) -> String? {
    let lines = String(decoding: try read(errors, bytesMax: errorBytesMax).bytes, as: UTF8.self)
      .split(separator: "\n")
    return (lines.first { $0.contains("rror: ") } ?? lines.first).map(String.init)
  }

  /// Ends a program that takes too long, and what it has started.
  private func stop(_ program: RunningProgram) {
    guard guarding != nil else { return }
    program.signal(SIGTERM)
    _ = program.wait(seconds: guardSecondsMax)
  }

  /// Starts the program, for a caller that does not wait.
  func start() throws(TextProgramFault) -> RunningProgram {
    do {
      if let (command, pipe) = guarding {
        return try RunningProgram(
          command.words[0], Array(command.words.dropFirst()), environment: command.environment,
          descriptors: streams.map(\.number) + [pipe.reading.number, command.program.number])
      }
      return try RunningProgram(name, arguments, descriptors: streams.map(\.number))
    } catch {
      throw .notStarted(reason: error.message)
    }
  }

  /// What the program wrote to standard output.
  /// - Parameters:
  ///   - end: How it ended; `nil` if it took too long.
  ///   - codes: The exit codes after which the output is valid.
  func output(
    after end: ProgramEnd?, codes: ClosedRange<Int32> = 0...0, bytesMax: Int,
    errorLine: ([Substring]) -> Substring? = { $0.first }
  ) throws(TextProgramFault) -> [UInt8] {
    guard case .exited(let code)? = end, codes.contains(code) else {
      let text = String(decoding: try read(errors, bytesMax: errorBytesMax).bytes, as: UTF8.self)
      throw .failed(end, line: errorLine(text.split(separator: "\n")).map(String.init))
    }
    let (bytes, isWhole) = try read(output, bytesMax: bytesMax)
    guard isWhole else { throw .file(.tooLarge(path: "<\(name)>", bytesMax: bytesMax)) }
    return bytes
  }

  /// Reads a file, or as much of it as the limit allows.
  private func read(
    _ file: Descriptor, bytesMax: Int
  ) throws(TextProgramFault) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      let count: Int
      do { count = try file.read(into: &chunk) } catch {
        throw .file(.unreadable(path: "<\(name)>", fault: error))
      }
      if count == 0 { return (bytes, true) }
      guard count <= bytesMax - bytes.count else { return (bytes, false) }
      bytes += chunk[..<count]
    }
  }
}

/// Why there is no output of a program.
enum TextProgramFault: Error {
  case notStarted(reason: String)
  /// `end` is `nil` if it took too long; `line` is one that it wrote to standard error.
  case failed(_ end: ProgramEnd?, line: String?)
  case file(FileError)
}

/// How long a guard may take to end what a program has started.
private let guardSecondsMax = 10
/// The most bytes of what a program writes to standard error that are read.
private let errorBytesMax = 1 << 20
