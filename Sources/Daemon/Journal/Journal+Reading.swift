extension Journal {
  /// The number and name of every session, in order of the numbers.
  public func sessions() throws(JournalError) -> [(id: Int64, name: String)] {
    try read { reader throws(JournalError) in
      try reader.names(after: 0, countMax: .max)
    }
  }

  /// What a session is restored from: all of it that is on the disk.
  /// - Returns: `nil` if there is no such session.
  public func restore(session id: Int64) throws(JournalError) -> StoredSession? {
    guard let last = last(of: id) else { return nil }
    return try read { reader throws(JournalError) in try reader.session(id, last: last) }
  }

  /// Every session on the disk, in order of the numbers; to be called before records are handed in.
  /// The body may read from the journal too.
  public func forEachSession(
    _ body: (StoredSession) throws(JournalError) -> Void
  ) throws(JournalError) {
    var after: Int64 = 0
    while true {
      let few = try read { reader throws(JournalError) in
        try reader.sessions(after: after, countMax: sessionsAtOnce) { last(of: $0) }
      }
      guard let end = few.last?.id else { return }
      for session in few { try body(session) }
      after = end
    }
  }

  /// Records of a session that are on the disk, in order, for clients that resume.
  /// - Parameters:
  ///   - seq: The first that is wanted.
  ///   - countMax: How many at most; `Limits.readRecordsMax` bounds it too.
  /// - Throws: `tooOld`, if the first is no longer kept.
  public func records(
    of session: Int64, from seq: Int64, countMax: Int
  ) throws(JournalError) -> [StoredRecord] {
    guard let last = last(of: session) else { return [] }
    let wanted = min(max(0, countMax), Limits.readRecordsMax)
    return try read { reader throws(JournalError) in
      try reader.records(of: session, from: seq, backFrom: last, countMax: wanted)
    }
  }

  /// The record of a number, if it is kept.
  public func record(_ number: Int64) throws(JournalError) -> StoredRecord? {
    try read { reader throws(JournalError) in try reader.record(number) }
  }

  /// The definition of a number, if it is kept.
  public func definition(_ id: Int64) throws(JournalError) -> StoredDefinition? {
    try read { reader throws(JournalError) in try reader.definition(id) }
  }
}

/// Sessions that are read in one transaction.
private let sessionsAtOnce = 64
