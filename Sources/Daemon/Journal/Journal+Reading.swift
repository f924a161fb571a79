extension Journal {
  /// Returns the number and name of every session, in order of their numbers.
  public func sessions() throws(JournalError) -> [(id: Int64, name: String)] {
    try read { reader throws(JournalError) in
      try reader.names(after: 0, countMax: .max)
    }
  }

  /// Returns what is on the disk of a session, to restore it from.
  /// - Returns: `nil` if there is no such session.
  public func restore(session id: Int64) throws(JournalError) -> StoredSession? {
    guard let last = last(of: id) else { return nil }
    return try read { reader throws(JournalError) in try reader.session(id, last: last) }
  }

  /// Calls `body` with every session on the disk, in order of their numbers. Call it before the
  /// first `append`. `body` may read from the journal.
  public func forEachSession(
    _ body: (StoredSession) throws(JournalError) -> Void
  ) throws(JournalError) {
    var after: Int64 = 0
    while true {
      let sessions = try read { reader throws(JournalError) in
        try reader.sessions(after: after, countMax: sessionsPerRead) { last(of: $0) }
      }
      guard let end = sessions.last?.id else { return }
      for session in sessions { try body(session) }
      after = end
    }
  }

  /// Returns committed records of a session, in order, for clients that resume.
  /// - Parameters:
  ///   - seq: The first change wanted.
  ///   - countMax: The most records to return, at most `Limits.readRecordsMax`.
  /// - Throws: `tooOld` if the first is no longer kept.
  public func records(
    of session: Int64, from seq: Int64, countMax: Int
  ) throws(JournalError) -> [StoredRecord] {
    guard let last = last(of: session) else { return [] }
    let wanted = min(max(0, countMax), Limits.readRecordsMax)
    return try read { reader throws(JournalError) in
      try reader.records(of: session, from: seq, backFrom: last, countMax: wanted)
    }
  }

  /// Returns the record with a number, if it is kept.
  public func record(_ number: Int64) throws(JournalError) -> StoredRecord? {
    try read { reader throws(JournalError) in try reader.record(number) }
  }

  /// Returns the definition with a number, if it is kept.
  public func definition(_ id: Int64) throws(JournalError) -> StoredDefinition? {
    try read { reader throws(JournalError) in try reader.definition(id) }
  }
}

/// Sessions read in one transaction.
private let sessionsPerRead = 64
