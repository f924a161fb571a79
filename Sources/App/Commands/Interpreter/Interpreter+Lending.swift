import Diagnostics
import JSONCodec
package import Navigation
package import Screens
package import Sessions

/// How an interpreter works on sessions that live elsewhere: each is moved in for one command and
/// out again, without a copy of its history.
extension Interpreter {
  /// What a session keeps from one command to the next besides itself.
  package struct Place {
    /// The screens that are open; `nil` until somebody looks at one.
    package var stage: ScreenStage?
    /// The last event and what became of it; see `Interpreter.last`.
    package var last: Applied?

    /// Nothing yet.
    package init() {}
  }

  /// Answers one command on another session than its own.
  /// - Parameters:
  ///   - session: Is changed by the command.
  ///   - place: Its screens are made if the command looks at them.
  ///   - looks: Whether the command can look at what screens show.
  ///   - body: What is to be done.
  package mutating func work(
    on session: inout Session, _ place: inout Place, looks: Bool,
    _ body: (inout Interpreter) -> Response
  ) -> Response {
    let own = stage
    swap(&self.session, &session)
    last = place.last
    hasChanged = self.session.changes > 0
    if let open = place.stage {
      stage = open
    } else if looks {
      stage = own.another()
      place.stage = stage
    } else {
      stage = Self.noScreens
    }
    if looks { updateScreens() }
    let response = body(&self)
    swap(&self.session, &session)
    place.last = last
    last = nil
    if place.stage != nil { place.stage = stage }
    stage = own
    return response
  }

  /// Answers a command whose words are apart already.
  package mutating func run(words: [String]) -> Response {
    run(words.map(quoted).joined(separator: " "))
  }

  /// The words of a line, `open` put before a bare link; `nil` if there is none.
  package func words(ofCommand line: String) throws(CommandError) -> [String]? {
    try commandWords(of: line, at: nil)
  }

  /// What `save` would write.
  package func savedScript() -> Response {
    do throws(CommandError) {
      return Response(json: ["script": .string(try savedScript(at: nil)), "seq": sequence])
    } catch {
      return Response(error)
    }
  }

  /// Runs the lines of a script that is no file of this system, as `source` does.
  package mutating func source(script bytes: [UInt8]) -> Response {
    source(Script(path: scriptName, bytes: bytes))
  }

  /// Begins anew with a script that is no file of this system, as `load` does.
  package mutating func load(script bytes: [UInt8]) -> Response {
    do throws(CommandError) {
      return try load(Script(path: scriptName, bytes: bytes), at: nil)
    } catch {
      return Response(error)
    }
  }

  private static let noScreens = ScreenStage()
}

/// What positions call a script that was sent.
private let scriptName = "<script>"
