import Commands
import Journal
import Navigation
import Sessions

/// An open journal, and what belongs to it alone: the batch of records that a turn collects, and
/// the definitions that records refer to.
final class SessionJournal {
  let journal: Journal
  /// The records of this turn. They are committed together, so that a call is kept whole or not at
  /// all.
  private var batch: [JournalRecord] = []
  /// Encodes snapshots of sessions with the current definition.
  private var codec: SnapshotCodec?
  /// The number of the current definition.
  private var definition: Int64?
  /// The definitions of stored records, by number.
  private var known: [Int64: KnownDefinition] = [:]

  init(_ journal: Journal) { self.journal = journal }

  func add(_ record: JournalRecord) { batch.append(record) }

  func flush() {
    guard !batch.isEmpty else { return }
    journal.append(batch)
    batch.removeAll(keepingCapacity: batch.count <= 4_096)
  }

  func drop() { batch = [] }

  /// The number of a definition, which is stored if it is new.
  func number(of served: ServedApp) -> Int64 {
    if let definition { return definition }
    let number = journal.define(digest: served.digest, files: served.files)
    definition = number
    return number
  }

  /// A snapshot of a session with the current definition.
  func snapshot(of session: Session) -> [UInt8] {
    if let codec, codec.definition === session.definition { return codec.bytes(of: session) }
    let made = SnapshotCodec(session.definition)
    codec = made
    return made.bytes(of: session)
  }

  /// The current definition was replaced.
  func definitionChanged(to served: ServedApp) {
    definition = nil
    codec = nil
    _ = number(of: served)
  }

  /// The definition of a number; `nil` if it cannot be read.
  /// - Parameter build: Builds it from the stored files.
  func known(
    _ number: Int64, build: (StoredDefinition) -> KnownDefinition
  ) -> KnownDefinition? {
    if let known = known[number] { return known }
    guard let stored = (try? journal.definition(number)) ?? nil else { return nil }
    let built = build(stored)
    known[number] = built
    return built
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
