import Commands
import Navigation
import Testing

/// Runs a transcript: a line that starts with `> ` is typed, the lines after it are the expected
/// response, and lines that start with `#` are comments.
@MainActor func expectTranscript(
  _ transcript: String, columns: Int? = nil, app: LoadedApp = LoadedApp(TestApp.definition),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var interpreter = Prompt(app, display: Display(columns: columns))
  var answer: [Substring] = []
  var found: [String] = []
  for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("> ") {
      found.append(String(line))
      let text = interpreter.run(String(line.dropFirst(2))).text
      answer = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      found += answer.map(String.init)
    } else if line.hasPrefix("# ") {
      found.append(String(line))
    }
  }
  let actual = found.joined(separator: "\n")
  #expect(
    actual == transcript, "The transcript would now be:\n\(actual)",
    sourceLocation: sourceLocation)
}
