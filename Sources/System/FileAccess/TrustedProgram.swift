import CLibrary

/// A program that can be started: only this user and root can change it, its interpreters, and the
/// files among its arguments.
///
/// A script is resolved here rather than by the kernel, and `env NAME` rather than by `env`, so
/// that what is checked is what runs:
///
///     ./notes.py, with #!/usr/bin/env python3   →   /usr/bin/python3 ./notes.py
///
/// An argument that names an existing file or folder is checked too, since it may be a script. So
/// every start checks everything again.
package struct TrustedProgram: Sendable {
  /// The executable, opened for reading: not a script with `#!`.
  package let descriptor: Descriptor
  package let path: String
  /// The arguments, beginning with the name of the program.
  package let arguments: [String]
  /// The variables that `env NAME=VALUE` adds to the environment, as `NAME=VALUE`.
  package let variables: [String]

  /// Finds, opens and checks a program.
  /// - Parameters:
  ///   - command: The program and its arguments. With a slash, the program is relative to `file`;
  ///     without one it is searched for next to this executable, then in `PATH`.
  ///   - file: The file that contains the command.
  package init(
    _ command: [String], relativeTo file: String, trust: FileTrust = FileTrust()
  ) throws(ProgramFault) {
    guard let name = command.first else { throw .unusable(path: "", fault: .badPath) }
    var path = try Self.find(name, relativeTo: file, isNextToExecutable: true)
    var (words, variables) = (command, [] as [String])
    for _ in 0..<interpretersMax {
      if lastName(path) == "env" {
        path = try Self.resolveEnv(path, &words, &variables)
        continue
      }
      let opened = try trust.open(path)
      guard let line = try InterpreterLine(of: opened, path: path) else {
        for argument in words.dropFirst() {
          if let offender = trust.untrusted(argument: argument) {
            throw .untrusted(path: offender)
          }
        }
        guard access(path, X_OK) == 0 else { throw .notExecutable(path: path) }
        (descriptor, self.path, arguments, self.variables) = (opened, path, words, variables)
        return
      }
      words = [line.interpreter] + (line.argument.map { [$0] } ?? []) + [path] + words.dropFirst()
      path = line.interpreter
    }
    throw .interpreters(path: path)
  }

  /// Replaces `env [-S] [NAME=VALUE]… PROGRAM [ARGUMENT]…` by the program that `env` would start.
  /// Returns its path.
  private static func resolveEnv(
    _ path: String, _ arguments: inout [String], _ variables: inout [String]
  ) throws(ProgramFault) -> String {
    var words = arguments.dropFirst()
    if let option = words.first, option.utf8.starts(with: "-S".utf8) {
      // From a `#!` line, all words are in one argument.
      words.removeFirst()
      let text = option.utf8.count > 2 ? String(option.dropFirst(2)) : words.popFirst() ?? ""
      guard text.utf8.allSatisfy({ !envSyntax.contains($0) }) else {
        throw .envOptions(path: path)
      }
      words = blankSeparated(text) + words
    }
    while let word = words.first, word.utf8.contains(UInt8(ascii: "=")) {
      variables.append(word)
      words.removeFirst()
    }
    guard let program = words.first, program.utf8.first != UInt8(ascii: "-") else {
      throw .envOptions(path: path)
    }
    arguments = Array(words)
    return try find(program, relativeTo: "", isNextToExecutable: false)
  }

  private static func find(
    _ name: String, relativeTo file: String, isNextToExecutable: Bool
  ) throws(ProgramFault) -> String {
    guard !name.utf8.isEmpty else { throw .unusable(path: name, fault: .badPath) }
    if name.utf8.contains(UInt8(ascii: "/")) {
      return FileAccess.path(name, relativeTo: file)
    }
    if isNextToExecutable, let path = program(name) { return path }
    let folders = (environment("PATH") ?? usualPath).utf8.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for folder in folders {
      let path = joined(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self), name)
      if isFile(path), access(path, X_OK) == 0 { return path }
    }
    throw .notInPath(name: name)
  }
}

/// Why a program cannot be started.
package enum ProgramFault: Error, Hashable {
  /// Other users can change this file or folder, or its permissions cannot be read.
  case untrusted(path: String)
  /// The file cannot be opened, or is not a regular file.
  case unusable(path: String, fault: FileFault)
  /// The executable lacks the permission to be executed.
  case notExecutable(path: String)
  /// No folder of `PATH` has a program of this name.
  case notInPath(name: String)
  /// Scripts that are each other's interpreters, more than `interpretersMax`.
  case interpreters(path: String)
  /// The `#!` line is empty or too long.
  case interpreterLine(path: String)
  /// Options of `env` other than `-S`, or no program.
  case envOptions(path: String)

  /// The cause, as a clause.
  package var text: String {
    switch self {
    case .untrusted(let path):
      "others can write '\(path)', or its permissions cannot be read"
    case .unusable(let path, let fault): "cannot read '\(path)': \(fault.text)"
    case .notExecutable(let path): "'\(path)' has no permission to be executed"
    case .notInPath(let name): "no folder of PATH has a program '\(name)'"
    case .interpreters(let path):
      "'\(path)' is the interpreter of more than \(interpretersMax) scripts in a row"
    case .interpreterLine(let path):
      "the '#!' line of '\(path)' is empty or has more than \(interpreterLineBytesMax) bytes"
    case .envOptions(let path):
      "'\(path)' is used with options or without a program; only 'env [-S] [NAME=VALUE] PROGRAM' "
        + "can be checked"
    }
  }

  /// Whether a retry may succeed: too many open files, or out of memory.
  package var isPassing: Bool {
    guard case .unusable(_, .system(let code)) = self else { return false }
    return [EMFILE, ENFILE, ENOMEM].contains(code)
  }
}

/// The `#!` line of a script, as the kernel reads it: the interpreter and one argument.
private struct InterpreterLine {
  let interpreter: String
  let argument: String?

  /// `nil` if the file does not begin with `#!`.
  init?(of file: Descriptor, path: String) throws(ProgramFault) {
    var bytes = [UInt8](repeating: 0, count: interpreterLineBytesMax)
    let count = pread(file.number, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .unusable(path: path, fault: .last) }
    guard bytes[..<count].starts(with: "#!".utf8) else { return nil }
    guard count < bytes.count || bytes.contains(UInt8(ascii: "\n")) else {
      throw .interpreterLine(path: path)
    }
    let line = bytes[2..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    let start = line.drop(while: isBlank)
    let name = start.prefix { !isBlank($0) }
    guard !name.isEmpty else { throw .interpreterLine(path: path) }
    interpreter = String(decoding: name, as: UTF8.self)
    var rest = start.dropFirst(name.count).drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    argument = rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }
}

extension FileTrust {
  /// The untrusted entry of a file or folder that an argument names; `nil` if there is none, or if
  /// the argument names neither.
  fileprivate func untrusted(argument: String) -> String? {
    switch stat(path: argument)?.kind {
    case S_IFREG: untrusted(path: argument)
    case S_IFDIR: untrusted(folder: argument)
    default: nil
    }
  }
}

private func lastName(_ path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
    String(decoding: path.utf8[path.utf8.index(after: $0)...], as: UTF8.self)
  } ?? path
}

private func blankSeparated(_ text: String) -> ArraySlice<String> {
  text.utf8.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }[...]
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

/// Characters that `env -S` does not take as they are.
private let envSyntax = Array("\\\"'$#".utf8)
/// The bytes of a `#!` line that Linux reads.
private let interpreterLineBytesMax = 256
/// The most interpreters in a row that Linux allows.
private let interpretersMax = 5
/// Where to search if `PATH` is not set.
private let usualPath = "/usr/bin:/bin"
