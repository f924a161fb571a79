import CLibrary
import Diagnostics
import FileAccess
import Navigation
import PluginProcesses
import ProgramSupport
import RouteFiles
import TraceChecking
import TraceFiles

/// The program of `conform --router`: it reads a link per line from standard input, and writes what
/// its router opens, a line of JSON each.
///
/// It gets all links at once, so that one which buffers its output works too. It runs as the
/// process of a plugin does: with the same environment and limits, and what it starts ends with it.
struct RouterProgram {
  let command: String
  let map: TraceMapFile
  /// How long it can take for an answer.
  let silentMillisecondsMax: Int64

  /// Asks for all links.
  func answers(to links: [String]) throws(ExitError) -> [RouterAnswer] {
    let bytesMax = min(answersBytesMax, links.count * answerBytesMax)
    let program = try prepared(links.map { $0 + "\n" }.joined(), bytesMax)
    let (end, output, errorLine) = try run(program, links.count, bytesMax)
    let reader = TraceLineReader(map)
    var answers: [RouterAnswer] = []
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last line end; a program that ended may have left that out.
    let last = lines.removeLast()
    if !last.isEmpty, end != nil { lines.append(last) }
    for line in lines where !line.allSatisfy(isBlankByte) {
      guard answers.count < links.count else {
        throw .usage([.excessAnswers(shown(line), linkCount: links.count)])
      }
      let number = answers.count + 1
      guard line.count <= answerBytesMax else {
        throw .usage([.badAnswer(number, links[number - 1], "it is too long: \(shown(line))")])
      }
      do throws(Diagnostic) {
        answers.append(try reader.answer(Array(line), line: number))
      } catch {
        // The start of an answer that a crash cut off is none.
        if line.endIndex == output.endIndex, end != .exited(0) { break }
        throw .usage([.badAnswer(number, links[number - 1], "\(error.message): \(shown(line))")])
      }
    }
    guard answers.count < links.count else { return answers }
    guard let end else {
      throw .usage([.silentRouter(answers.count, links, milliseconds: silentMillisecondsMax)])
    }
    throw .usage([.endedEarly(end.text, answers.count, links, errorLine)])
  }

  /// Runs the program and shows its progress.
  private func run(
    _ program: TextProgram, _ count: Int, _ bytesMax: Int
  ) throws(ExitError) -> (end: ProgramEnd?, output: [UInt8], errorLine: String?) {
    do throws(TextProgramFault) {
      let (end, output) = try Progress.during("asking the router") {
        (progress: Progress?) throws(TextProgramFault) in
        var answered = 0
        var isBlank = true
        return try program.run(
          silentMillisecondsMax: silentMillisecondsMax, bytesMax: bytesMax
        ) { bytes in
          for byte in bytes {
            if byte == UInt8(ascii: "\n") {
              answered += isBlank ? 0 : 1
              isBlank = true
            } else if !isBlankByte(byte) {
              isBlank = false
            }
          }
          progress?.show("asking the router: \(answered) of \(count) links answered")
          return answered > count
        }
      }
      return (end, output, try program.errorLine())
    } catch {
      switch error {
      case .notStarted(let reason): throw .usage([.routerNotStarted(command, reason)])
      case .failed(let end, let line):
        throw .usage([.routerNotStarted(command, line ?? end?.text ?? "it did not end")])
      case .file(let error): throw .file(error)
      }
    }
  }

  private func prepared(_ input: String, _ bytesMax: Int) throws(ExitError) -> TextProgram {
    let words: [String]
    do { words = try Navigation.words(of: command) } catch { throw .usage([error]) }
    guard !words.isEmpty else { throw .usage([.badValue(command, of: .router)]) }
    let program: TrustedProgram
    do throws(ProgramFault) {
      program = try TrustedProgram(words, relativeTo: "")
    } catch {
      throw .usage([.routerNotStarted(command, error.text)])
    }
    var limits = PluginLimits()
    limits.fileBytesMax = bytesMax
    guard let guarded = GuardedCommand(program, limits: limits) else {
      let name = GuardedCommand.guardName
      throw .usage([.routerNotStarted(command, "'\(name)' is not next to this program")])
    }
    do {
      return try TextProgram(guarded, named: words[0], input: input)
    } catch {
      throw .file(error)
    }
  }
}

/// Whether a line may consist of such bytes and be no answer.
private func isBlankByte(_ byte: UInt8) -> Bool { byte == 0x0D || byte == 0x20 }

private func shown(_ line: ArraySlice<UInt8>) -> String {
  inQuotes(String(decoding: line.prefix(400), as: UTF8.self))
}

/// Why a router cannot be compared.
extension Diagnostic {
  fileprivate static func routerNotStarted(_ command: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .routerFailed, "cannot run \(inQuotes(command)): \(shortened(reason, scalarsMax: 200))",
      advice: "Correct the command of --router.")
  }

  fileprivate static func endedEarly(
    _ end: String, _ count: Int, _ links: [String], _ line: String?
  ) -> Diagnostic {
    let cause = line.map { ": \(shortened($0, scalarsMax: 200))" } ?? ""
    return Diagnostic(
      .routerFailed,
      "the router ended with \(end) after \(count) of \(links.count) answers\(cause)",
      advice: "Let it answer each link, the next one too, until the end of its input.",
      witness: links[count])
  }

  fileprivate static func silentRouter(
    _ count: Int, _ links: [String], milliseconds: Int64
  ) -> Diagnostic {
    let time = durationText(milliseconds: milliseconds)
    return Diagnostic(
      .routerSilent,
      "the router printed nothing for \(time) after \(count) of \(links.count) answers",
      advice:
        "Let it answer each link, and end with its input, or allow more time by --answer-time.",
      witness: links[count])
  }

  fileprivate static func badAnswer(_ number: Int, _ link: String, _ fault: String) -> Diagnostic {
    Diagnostic(
      .routerAnswer, "answer \(number) of the router cannot be read: \(fault)",
      advice: #"Print {"screen":"Order","values":{"id":"7"}} or {"screen":null} for each link, "#
        + "and everything else to standard error.", witness: link)
  }

  fileprivate static func excessAnswers(_ line: String, linkCount: Int) -> Diagnostic {
    Diagnostic(
      .routerExcess, "the router printed more lines than the \(linkCount) links: \(line)",
      advice: "Print one line for each link, and everything else to standard error.")
  }
}

/// The most bytes of an answer.
private let answerBytesMax = 65_536
/// The most bytes of all answers.
private let answersBytesMax = 256 << 20
