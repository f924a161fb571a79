import Commands
import Diagnostics
import EventLoops
import JSONCodec
import Journal
import Navigation
import Sessions
import Snapshots

/// What is kept on disk: the journal, the records that a turn collects, the definitions that they
/// refer to, and whether anything can be changed.
final class Persistence {
  private let durability: Durability
  private let folder: String?
  /// `nil` if nothing is kept.
  private(set) var journal: Journal?
  /// The records of this turn. They are committed together, so that a call is kept whole or not at
  /// all.
  private var batch: [JournalRecord] = []
  /// The number of the current definition in the journal.
  private var definition: Int64?
  /// Encodes snapshots of sessions with the current definition.
  private var codec: SnapshotCodec?
  /// The definitions of stored records, by number.
  private var known: [Int64: KnownDefinition] = [:]
  /// The number of the next record.
  private(set) var next: Int64 = 1
  /// Why nothing can be changed; `nil` if the daemon is not read-only.
  private(set) var readOnlyFault: JournalError?
  /// Sent by the journal's thread when records have become durable, or after a fault.
  private var wakeUp: WakeUp?
  /// Whether records stay in the batch, for tests of faults.
  var holdsRecords = false

  init(_ options: DaemonOptions) {
    durability = options.durability
    folder = options.journalFolder
  }

  /// Opens the journal, unless nothing is kept.
  /// - Returns: Whether it was opened.
  func open() throws(JournalError) -> Bool {
    guard durability != .none, let folder else { return false }
    let wakeUp = wakeUp
    let journal = try Journal.open(folder: folder, durability: durability) { wakeUp?.send() }
    self.journal = journal
    (batch, definition, codec, known) = ([], nil, nil, [:])
    next = journal.status.lastNumber + 1
    return true
  }

  /// Calls when records have become durable, or after a fault.
  func onProgress(
    in loop: EventLoop, perform body: @escaping @MainActor () -> Void
  ) throws(LoopFault) {
    wakeUp = try loop.onWakeUp(perform: body)
  }

  /// Writes the last batch and closes the journal.
  func close() {
    wakeUp?.end()
    holdsRecords = false
    flush()
    journal?.close()
  }

  /// The number for a new session; `nil` without a journal.
  func newSession() -> Int64? { journal?.newSession() }
}

// MARK: Records

extension Persistence {
  /// Adds a change to the batch of this turn.
  /// - Returns: The number of its record.
  func add(
    _ change: Change, isLast: Bool, of live: LiveSession, under engine: Engine
  ) -> Int64 {
    defer { next += 1 }
    guard let journal else { return next }
    var snapshot: [UInt8]?
    if live.noteChange(change.kind), isLast {
      snapshot = self.snapshot(of: live.session)
      live.eventsSinceSnapshot = 0
    }
    var needed: [Int64] = []
    if snapshot != nil, change.seq > Int64(Journal.keptRecordsMax) {
      needed = live.requests?.records(countMax: Journal.keptRequestsMax) ?? []
    }
    batch.append(
      JournalRecord(
        change, of: live.number, under: number(of: engine.served, in: journal),
        snapshot: snapshot, neededRecords: needed))
    return next
  }

  /// Commits the batch.
  func flush() {
    guard !holdsRecords, !batch.isEmpty else { return }
    journal?.append(batch)
    batch.removeAll(keepingCapacity: batch.count <= 4_096)
  }

  /// Whether answers wait for the journal.
  var delaysAnswers: Bool { journal != nil }

  /// Whether an answer that depends on this record can be sent.
  func isDurable(_ record: Int64) -> Bool {
    guard record > 0, delaysAnswers, let journal else { return true }
    return record <= journal.durableNumber
  }

  /// All records up to this one are on disk; `nil` without a journal, or after a fault.
  var durableRecord: Int64? { readOnlyFault == nil ? journal?.durableNumber : nil }

  /// What happened to the disk; `nil` unless changes are lost.
  var fault: JournalError? { readOnlyFault == nil ? journal?.fault : nil }

  var isFull: Bool { journal?.isFull ?? false }
}

// MARK: Definitions

extension Persistence {
  /// Stores the current definition, so that it can be served again when the route files are broken.
  func definitionChanged(to served: ServedApp) {
    (definition, codec) = (nil, nil)
    if let journal { _ = number(of: served, in: journal) }
  }

  /// The number of a definition, which is stored if it is new.
  private func number(of served: ServedApp, in journal: Journal) -> Int64 {
    if let definition { return definition }
    let number = journal.define(digest: served.digest, files: served.files)
    definition = number
    return number
  }

  /// A snapshot of a session with the current definition.
  private func snapshot(of session: Session) -> [UInt8] {
    if let codec, codec.definition === session.definition { return codec.bytes(of: session) }
    let made = SnapshotCodec(session.definition)
    codec = made
    return made.bytes(of: session)
  }

  /// The definition of a number; `nil` if it cannot be read.
  /// - Parameter build: Builds it from the stored files.
  func known(
    _ number: Int64, build: (StoredDefinition) -> KnownDefinition
  ) -> KnownDefinition? {
    if let known = known[number] { return known }
    guard let stored = (try? journal?.definition(number)) ?? nil else { return nil }
    let built = build(stored)
    known[number] = built
    return built
  }
}

// MARK: Mode

extension Persistence {
  /// Makes the daemon read-only; the current batch is lost.
  /// - Returns: The last durable record; `nil` if the daemon was read-only before.
  func becomeReadOnly(_ fault: JournalError) -> Int64? {
    guard let journal, readOnlyFault == nil else { return nil }
    readOnlyFault = fault
    batch = []
    return journal.durableNumber
  }

  /// Opens the journal again after a fault.
  /// - Parameter restore: Restores the sessions from it.
  /// - Returns: Whether that was necessary.
  func becomeWritable(
    restore: () throws(JournalError) -> Void
  ) throws(JournalError) -> Bool {
    guard readOnlyFault != nil, let journal else { return false }
    journal.close()
    do throws(JournalError) {
      _ = try open()
      try restore()
    } catch {
      readOnlyFault = error
      throw error
    }
    readOnlyFault = nil
    return true
  }
}

// MARK: Reading

extension Persistence {
  /// The answer of a record; `nil` if it is not kept.
  func answer(of record: Int64) throws(JournalError) -> [UInt8]? {
    try journal?.record(record)?.change.answer
  }

  /// The request of a session with this id, if the journal has a change that it made.
  func request(
    _ id: String, of live: LiveSession
  ) throws(JournalError) -> RequestMemory.Entry? {
    guard
      let found = try journal?.request(of: live.number, where: { sameBytes($0.id, id) })
    else { return nil }
    return RequestMemory.Entry(found)
  }

  /// Records of a session, oldest first.
  func records(
    of live: LiveSession, from seq: Int64, countMax: Int
  ) throws(JournalError) -> [JournalRecord] {
    try journal?.records(of: live.number, from: seq, countMax: countMax) ?? []
  }

  /// The first change of a session after `seq` that is kept; `nil` if there is none.
  func oldestChange(of live: LiveSession, after seq: Int64) throws(JournalError) -> Int64? {
    do throws(JournalError) {
      return try records(of: live, from: seq + 1, countMax: 1).first?.change.seq
    } catch {
      guard case .tooOld(_, let first) = error else { throw error }
      return first
    }
  }

  /// The state of the journal; `null` without one.
  var json: JSON {
    guard let journal else { return .null }
    let status = journal.status
    return [
      "folder": .string(journal.folder), "bytes": .int(status.fileBytes),
      "lastNumber": .int(status.lastNumber), "durableNumber": .int(status.durableNumber),
      "queuedRecords": JSON(status.queuedRecords), "commits": .int(status.commits),
      "records": .int(status.committedRecords), "commitRecordsMax": JSON(status.commitRecordsMax),
      "commitRecordsMean": JSON((status.commitRecordsMean * 100).rounded() / 100),
      "fault": .optional(journal.fault?.diagnostic.message),
    ]
  }
}

extension LiveSession {
  /// Counts a change.
  /// - Returns: Whether a snapshot is due: after many events, or after a change that is no event.
  fileprivate func noteChange(_ kind: Change.Kind) -> Bool {
    switch kind {
    case .event: eventsSinceSnapshot += 1
    case .state: eventsSinceSnapshot += Journal.snapshotEvents
    case .create, .close: break
    }
    return eventsSinceSnapshot >= Journal.snapshotEvents
  }
}

extension RequestMemory.Entry {
  init(_ stored: StoredRequest) {
    self.init(
      digest: stored.request.digest, answer: nil, record: stored.number, seq: stored.seq)
  }
}

/// A definition that records refer to.
struct KnownDefinition {
  /// Decodes its snapshots.
  let codec: SnapshotCodec
  /// Writes the outcomes of its events.
  let outcomes: OutcomeWriter
  /// False if the current definition is used because the stored one cannot be built any more.
  let isSame: Bool

  init(_ definition: AppDefinition, isSame: Bool) {
    codec = SnapshotCodec(definition)
    outcomes = OutcomeWriter(definition)
    self.isSame = isSame
  }
}
