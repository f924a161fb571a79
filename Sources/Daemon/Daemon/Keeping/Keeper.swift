import Commands
import Journal
import Navigation
import Sessions

/// The journal, and what a turn hands to it.
final class Keeper {
  let journal: Journal
  /// The number of the next record: nobody else hands any in.
  private(set) var next: Int64
  /// Records of this turn: they go to the journal together, so that all that one call changes is
  /// in one commit.
  private var waiting: [JournalRecord] = []
  /// Writes snapshots under the present definition.
  private var codec: SnapshotCodec?
  /// The number of the present definition.
  private var definition: Int64?
  /// Definitions that records were made under.
  var known: [Int64: KnownDefinition] = [:]

  init(_ journal: Journal) {
    self.journal = journal
    next = journal.status.lastNumber + 1
  }

  /// Takes a record in.
  /// - Returns: Its number.
  func add(_ record: JournalRecord) -> Int64 {
    waiting.append(record)
    next += 1
    return next - 1
  }

  /// Hands all of this turn to the journal.
  func flush() {
    guard !waiting.isEmpty else { return }
    journal.append(waiting)
    waiting.removeAll(keepingCapacity: waiting.count <= 4_096)
  }

  /// Drops what has not been handed over.
  func drop() { waiting = [] }

  /// The number of a definition, which is stored if it is new.
  func number(of served: ServedApp) -> Int64 {
    if let definition { return definition }
    let number = journal.define(
      digest: served.digest,
      files: served.files.map { DefinitionFile(path: $0.path, bytes: $0.bytes) })
    definition = number
    return number
  }

  /// A snapshot of a session of the present definition.
  func snapshot(of session: Session) -> [UInt8] {
    if let codec, codec.definition === session.definition { return codec.bytes(of: session) }
    let made = SnapshotCodec(session.definition)
    codec = made
    return made.bytes(of: session)
  }

  /// The present definition is another from now on.
  func definitionChanged() {
    definition = nil
    codec = nil
  }
}

/// A definition that records were made under.
struct KnownDefinition {
  /// What its sessions begin with.
  let codec: SnapshotCodec
  /// Writes what became of its events.
  let outcomes: OutcomeWriter
  /// Whether it is the very one; else the present one stands for it.
  let isSame: Bool

  init(_ definition: AppDefinition, isSame: Bool) {
    codec = SnapshotCodec(definition)
    outcomes = OutcomeWriter(definition)
    self.isSame = isSame
  }
}
