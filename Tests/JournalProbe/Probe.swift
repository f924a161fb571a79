import CLibrary
import Diagnostics
import FileAccess
import Journal
import Sessions

/// A program that `Tests/Faults/journal` kills, and whose system calls it makes fail.
///
///     JournalProbe write FOLDER RECORDS GROUP [SESSIONS] [interval]
///                            prints "ack N" for every durable group
///     JournalProbe read FOLDER
///                            prints what every session holds
///
/// The records of a session are `open /item/1`, `open /item/2` and so on, with a snapshot every 50,
/// so that a reader notices a missing one; every 10 groups the definition changes. Exit code 2 is a
/// journal that cannot be opened, 3 a fault.
func probe(_ arguments: [String]) {
  guard arguments.count >= 3 else { exit(64) }
  let numbers = arguments.dropFirst(3).compactMap { Int($0) }
  do throws(JournalError) {
    switch arguments[1] {
    case "write" where numbers.count >= 2:
      try write(
        arguments[2], records: numbers[0], group: max(1, numbers[1]),
        sessions: max(1, numbers.count > 2 ? numbers[2] : 1),
        durability: arguments.last == "interval" ? .interval : .always)
    case "read": try read(arguments[2])
    default: exit(64)
    }
  } catch {
    say("refused \(error)")
    exit(2)
  }
}

private func write(
  _ folder: String, records: Int, group: Int, sessions: Int, durability: Durability
) throws(JournalError) {
  let isDone = Monitor(false)
  // A small log is checkpointed often.
  let sizes = FileSizes(logPagesMax: 20)
  let journal = try Journal.open(folder: folder, durability: durability, sizes: sizes) {
    isDone.use { $0 = true }
  }
  var groups: Int64 = 0
  var definition = define(groups, in: journal)
  var seqs: [(session: Int64, seq: Int64)] = []
  try journal.forEachSession { seqs.append(($0.id, $0.seq)) }
  while seqs.count < sessions {
    let session = journal.newSession()
    journal.append(
      [
        JournalRecord(
          Change(.create, "s\(session)", seq: 0, answer: []), of: session, under: definition)
      ])
    seqs.append((session, 0))
  }
  var left = records
  while left > 0 {
    groups += 1
    if groups % 10 == 0 { definition = define(groups, in: journal) }
    let batch = (0..<min(group, left)).map { index in
      let place = (left - index) % seqs.count
      seqs[place].seq += 1
      let seq = seqs[place].seq
      return JournalRecord(
        Change(
          seq % 50 == 0 ? .state : .event, "open /item/\(seq)", seq: seq, answer: answer(seq),
          request: RequestId("r\(seq)")),
        of: seqs[place].session, under: definition, snapshot: seq % 50 == 0 ? answer(seq) : nil)
    }
    left -= batch.count
    let number = journal.append(batch)
    while journal.durableNumber < number {
      if let fault = journal.fault {
        say("fault \(fault)")
        journal.close()
        exit(3)
      }
      isDone.use(when: { $0 }) { $0 = false }
    }
    say("ack \(number)")
  }
  journal.close()
}

private func define(_ number: Int64, in journal: Journal) -> Int64 {
  journal.define(
    digest: Array("\(number)".utf8), files: [DefinitionFile(path: "a", bytes: answer(number))])
}

private func read(_ folder: String) throws(JournalError) {
  let journal = try Journal.open(folder: folder, durability: .always) {}
  try journal.forEachSession { session throws(JournalError) in
    let definition = session.snapshot?.definition ?? session.records.first?.definition
    let isDefined =
      try definition.map { (id) throws(JournalError) in
        try journal.definition(id)?.files.count
      } == 1
    let whole = session.records.map(\.change).allSatisfy { change in
      change.kind == .create || change.answer == answer(change.seq)
    }
    let state = session.snapshot.map { $0.bytes == answer($0.seq) } ?? true
    let first = session.snapshot?.seq ?? -1
    let isGapless = session.records.map(\.change.seq).enumerated().allSatisfy {
      $1 == first + Int64($0) + 1
    }
    say(
      "session \(session.name) seq \(session.seq) number \(session.number)"
        + (whole && state && isGapless && isDefined ? "" : " WRONG"))
  }
  say("last \(journal.status.lastNumber)")
  journal.close()
}

/// An answer of realistic length, different for every change.
private func answer(_ seq: Int64) -> [UInt8] {
  Array("{\"outcome\":\"moved\",\"transitions\":[{\"sequence\":\(seq),\"kind\":\"push\"}]}".utf8)
}

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { output(1, $0.baseAddress, $0.count) }
}

/// The system call `write`, which the function above hides.
private func output(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  CLibrary.write(descriptor, start, count)
}
