package import Traces

/// A line of a log.
package struct TraceEntry: Sendable {
  /// The line in its file, counted from 1.
  package let line: Int
  /// On any clock that does not go back; `nil` if the log has no times.
  package let milliseconds: Int64?
  package let observation: Observation

  package init(line: Int, milliseconds: Int64? = nil, _ observation: Observation) {
    (self.line, self.milliseconds, self.observation) = (line, milliseconds, observation)
  }
}

/// The lines of one session of the app, in order.
package struct SessionTrace: Sendable {
  package let file: String
  /// The session's name in the lines; `nil` if they name none.
  package let session: String?
  package var entries: [TraceEntry]

  package init(file: String, session: String? = nil, entries: [TraceEntry] = []) {
    (self.file, self.session, self.entries) = (file, session, entries)
  }
}
