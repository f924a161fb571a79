import Diagnostics
import Navigation

extension CommandTable {
  static let expecting: [Command] = [
    Command(
      "expect", "KIND …", "check what is there", .expecting,
      help: (
        "One of:\n"
          + ExpectationKind.allCases.map { "  expect \($0.usage)" }.joined(separator: "\n")
          + "\nValues may be left out. 'show' and 'row' wait for content that comes late. "
          + "A failure tells what was expected and what was found.",
        "expect stack home: Home > Movies > MovieDetail(id=42)"
      ),
      completes: [.words(ExpectationKind.allCases.map(\.rawValue)), .expectation]
    ) { interpreter, invocation throws(CommandError) in try interpreter.expect(invocation) }
  ]

  static let rest: [Command] = [
    Command(
      "help", "[COMMAND]", "the commands, or one of them", .rest,
      help: ("'help codes' lists the codes of all errors.", "help open"), completes: [.command]
    ) { interpreter, invocation throws(CommandError) in
      try interpreter.help(try invocation.atMostOne(of: "help"), at: invocation.position)
    },
    Command(
      "source", "FILE", "run the lines of a script here", .rest,
      help: (
        "Every line is run as if it were typed. A path is relative to the script that the line "
          + "stands in.",
        "source Routes/Scripts/redirect.nav"
      ),
      completes: [.file], changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      try interpreter.source(try invocation.only(of: "source"), at: invocation.position)
    },
    Command(
      "reload", "", "read the routes again", .rest,
      help: (
        "The session goes on: screens that are gone, or that a gate now forbids, are taken away. "
          + "What came before cannot be undone.",
        "reload"
      ),
      changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      try invocation.none(of: "reload")
      return try interpreter.reload(at: invocation.position)
    },
    Command(
      "quit", "", "leave", .rest,
      help: ("Ends a script too. The end of the input (Ctrl-D) does the same.", "quit")
    ) { _, invocation throws(CommandError) in
      try invocation.none(of: "quit")
      var response = Response()
      response.isOver = true
      return response
    },
  ]
}
