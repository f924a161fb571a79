import Diagnostics
import Navigation

extension CommandTable {
  static let time: [Command] = [
    Command(
      "undo", "", "take the last accepted event back", .time,
      help: ("The state is exactly what it was before.", "undo"), changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      try invocation.none(of: "undo")
      return try interpreter.undo(at: invocation.position)
    },
    Command(
      "redo", "", "do again what was undone", .time,
      help: ("Until something new is done.", "redo"), changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      try invocation.none(of: "redo")
      return try interpreter.redo(at: invocation.position)
    },
    Command(
      "goto", "N", "go to the state after the n-th accepted event", .time,
      help: ("0 is the beginning of the session.", "goto 0"), completes: [.free],
      changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      guard let position = Int(try invocation.only(of: "goto")) else {
        throw invocation.usage("goto")
      }
      return try interpreter.goto(position, at: invocation.position)
    },
    Command(
      "save", "FILE", "write the session as a script", .time,
      help: (
        "The script leads a new session to the same state. A file that is not such a script is not "
          + "replaced. A path is relative to the script that the line stands in.",
        "save bug.nav"
      ),
      completes: [.file]
    ) { interpreter, invocation throws(CommandError) in
      try interpreter.save(try invocation.only(of: "save"), at: invocation.position)
    },
    Command(
      "load", "FILE", "begin a new session with a script", .time,
      help: (
        "If a line of the script fails, the session stays as it was. A path is relative to the "
          + "script that the line stands in.",
        "load Routes/Scripts/redirect.nav"
      ),
      completes: [.file], changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      try interpreter.load(try invocation.only(of: "load"), at: invocation.position)
    },
  ]
}
