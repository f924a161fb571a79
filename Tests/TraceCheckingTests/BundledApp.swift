import Navigation
import RouteFiles
import TestSupport
import TraceChecking
import Traces

/// The bundled app, as its route files describe it.
enum BundledApp {
  static let definition = loaded()

  private static func loaded() -> AppDefinition {
    do {
      return try AppDefinition(routes: packageFolder + "/Routes")
    } catch {
      preconditionFailure("the bundled app cannot be loaded: \(error)")
    }
  }
}

extension LogRules {
  /// A log with every kind of line.
  static let complete = LogRules(logged: Set(ObservedKind.allCases))
}

/// A log as lines such as `screen MovieDetail id=42` and `tap buy`; `at 5000` sets the time of the
/// lines after it.
func trace(_ lines: [String]) throws -> SessionTrace {
  var trace = SessionTrace(file: "log")
  var time: Int64?
  for line in lines {
    let words = line.split(separator: " ").map(String.init)
    if words[0] == "at" {
      time = Int64(words[1])
      continue
    }
    var observation: Observation
    if words[0] == "screen" {
      let values = words.dropFirst(2).compactMap { word in
        keyAndValue(word).map { ObservedScreen.Value($0.name, $0.value) }
      }
      observation = .screen(ObservedScreen(words[1], values: values))
    } else {
      observation = .event(try Event(command: line, nowMilliseconds: 0))
    }
    trace.entries.append(
      TraceEntry(line: trace.entries.count + 1, milliseconds: time, observation))
  }
  return trace
}
