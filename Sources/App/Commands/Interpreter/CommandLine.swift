package import Diagnostics
import Navigation

/// A parsed line: its first word, the command with that name and the remaining words.
package struct CommandLine {
  let word: String
  /// The built-in command; `nil` if there is none, so that only a plugin can define it.
  package let command: Command?
  /// The words after the first, unquoted.
  let words: ArraySlice<String>
  /// The text after the first word, as written.
  let rest: String
  let position: SourcePosition?

  /// Parses a line; a bare link is read as `open`.
  /// - Returns: `nil` for a comment or an empty line.
  package init?(
    _ line: String, _ commands: CommandTable = .standard, at position: SourcePosition? = nil
  ) throws(Diagnostic) {
    guard line.utf8.count <= Limits.lineBytesMax else {
      throw .limit(name: "bytes of a line", bound: Limits.lineBytesMax, at: position)
    }
    guard let first = line.utf8.first(where: { !isBlank($0) }), first != UInt8(ascii: "#") else {
      return nil
    }
    let words: [String]
    do { words = try Navigation.words(of: line) } catch { throw error.diagnostic.at(position) }
    guard let word = words.first else { return nil }
    let isBareLink = isLink(word)
    self.word = isBareLink ? Event.open(word, from: .outside).word : word
    self.words = isBareLink ? words[...] : words.dropFirst()
    command = commands.command(named: self.word)
    rest = textAfterFirstWord(of: line)
    self.position = position
  }

  /// Whether only `--help` or `-h` follows the command.
  package var isHelp: Bool {
    words.count == 1 && ["--help", "-h"].contains { sameBytes($0, words.first) }
  }

  package var isAlone: Bool { words.isEmpty }

  /// The name of the tap to perform; `nil` for another command.
  package var tapName: String? {
    guard let command, case .event(let syntax) = command.action,
      let invocation = try? invocation(of: command),
      case .tap(let name)? = try? syntax.event(invocation.arguments, nowMilliseconds: 0)
    else { return nil }
    return name
  }

  /// Parses the arguments of a command.
  /// - Throws: `usage` if the words do not match the parameters.
  package func invocation(of command: Command) throws(Diagnostic) -> Command.Invocation {
    guard let arguments = command.syntax.arguments(of: words, rest: rest) else {
      throw .usage(
        typed: ([word] + words).joined(separator: " "), usage: command.usage,
        example: command.parameters.isEmpty ? nil : command.example, at: position)
    }
    return Command.Invocation(command, arguments, at: position)
  }
}

func textAfterFirstWord(of line: String) -> String {
  let word = line.utf8.drop(while: isBlank)
  return String(Substring(word.drop { !isBlank($0) }.drop(while: isBlank)))
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
