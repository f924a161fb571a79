import Diagnostics
import FileAccess
import Journal
import Sessions
import TestSupport
import Testing

/// A journal with damaged files is refused, or opens with the true content, or with a true prefix
/// if the end of the log is lost. Nothing traps.
///
/// `SIGNALBOX_FAULT_STEP=1` tries every byte and bit; by default only some, to save time in CI.
@Suite(.serialized) struct DamageTests {
  static let step = environment("SIGNALBOX_FAULT_STEP").flatMap { Int($0) } ?? 97

  /// The results of many trials.
  struct Counts: CustomStringConvertible {
    var truths = 0
    var prefixes = 0
    var refusals = 0

    var description: String {
      "true \(truths), true prefix \(prefixes), refused \(refusals), wrong 0"
    }
  }

  /// The files of a journal, and its sessions after each commit, in order.
  struct Sample {
    var main: [UInt8]
    var log: [UInt8]
    var images: [[StoredSession]]
  }

  @Test func `a flipped bit in the main file is refused or has no effect`() throws {
    let sample = try Self.sample(logged: false)
    let counts = try Self.trials(over: sample.main.count * 8, of: sample) { files, place in
      files.main[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("main file, bits flipped: \(counts)")
    #expect(counts.prefixes == 0)
    #expect(counts.refusals > 0 && counts.truths > 0)
  }

  @Test func `a header that SQLite cannot read is damage, and repairable`() throws {
    var files = try Self.sample(logged: false)
    files.main[47] ^= 1
    #expect(throws: JournalError.self) { try Self.image(of: files) }
    try Self.repair(files, 47 * 8)
  }

  @Test func `a truncated main file is refused`() throws {
    let sample = try Self.sample(logged: false)
    let counts = try Self.trials(over: sample.main.count, of: sample) { files, place in
      files.main.removeSubrange(place...)
    }
    print("main file, truncated: \(counts)")
    #expect(counts.truths == 0 && counts.prefixes == 0)
  }

  @Test func `a flipped bit in the log loses the last commit at most`() throws {
    let sample = try Self.sample(logged: true)
    let counts = try Self.trials(over: sample.log.count * 8, of: sample) { files, place in
      files.log[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("log, bits flipped: \(counts)")
    #expect(counts.refusals > 0 && counts.prefixes > 0)
  }

  @Test func `a flipped bit in a main file with a log never gives a prefix`() throws {
    let sample = try Self.sample(logged: true)
    let counts = try Self.trials(over: sample.main.count * 8, of: sample) { files, place in
      files.main[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("main file with a log, bits flipped: \(counts)")
    #expect(counts.prefixes == 0)
  }

  @Test func `a truncated log gives a prefix, and is refused only without a frame`() throws {
    let sample = try Self.sample(logged: true)
    let head = 32 + 24 + 1
    let counts = try Self.trials(over: sample.log.count - head, of: sample) { files, place in
      files.log.removeSubrange((head + place)...)
    }
    print("log, truncated: \(counts)")
    #expect(counts.refusals == 0 && counts.prefixes > 0)
    for place in [0, 1, 31, 32, 33, 56] {
      var files = sample
      files.log.removeSubrange(place...)
      #expect {
        try Self.image(of: files)
      } throws: { error in
        (error as? JournalError)?.diagnostic.message.contains("its write-ahead log is missing")
          ?? false
      }
      try Self.repair(files, 0)
    }
  }

  @Test func `the bytes that a crash cut from the log are counted`() throws {
    let sample = try Self.sample(logged: true)
    let frames = (sample.log.count - 32) / 536
    // A frame's header has the number of pages after a commit, and 0 before its last frame.
    let ends = (1...frames).filter { sample.log[32 + ($0 - 1) * 536 + 7] != 0 }
    let (last, before) = (ends[ends.count - 1], ends[ends.count - 2])
    for (bytes, commits, cut) in [
      (32 + last * 536, ends.count, 0),
      (32 + last * 536 - 1, ends.count - 1, (last - before) * 536 - 1),
      (32 + before * 536 + 30, ends.count - 1, 30),
    ] {
      var files = sample
      files.log.removeSubrange(bytes...)
      let folder = try TemporaryFolder()
      try Self.write(files, into: folder)
      let journal = try Journal.open(folder: folder.path, durability: .always) {}
      defer { journal.close() }
      guard cut > 0 else {
        #expect(journal.logCut == nil)
        continue
      }
      let found = try #require(journal.logCut)
      #expect(found.bytes == cut && found.commits == commits, "\(found)")
      #expect(found.lastNumber == journal.durableNumber && found.lastNumber > 0)
    }
  }

  @Test func `a second crash, in the commit that opens a torn log, is no damage`() throws {
    let sample = try Self.sample(logged: true)
    let frames = (sample.log.count - 32) / 536
    // The frames that begin a commit of at least two.
    let starts = (1..<frames).filter { frame in
      sample.log[32 + frame * 536 + 7] == 0 && sample.log[32 + (frame - 1) * 536 + 7] != 0
    }
    let last = try #require(starts.last)
    var files = sample
    files.log[32 + last * 536 + 24 + 100] ^= 4
    let folder = try TemporaryFolder()
    try Self.write(files, into: folder)
    let journal = try Journal.open(folder: folder.path, durability: .always) {}
    // What a crash while the journal was being opened could have left.
    files.log = try readFile(folder.path + "/journal.sqlite-wal", bytesMax: 10_000_000)
    journal.close()
    files.log[32 + last * 536 + 24 + 100] ^= 4
    let image = try Self.image(of: files)
    #expect(image == sample.images[sample.images.count - 2])
  }

  @Test func `several torn commits are no damage in a log that was synced at intervals`() throws {
    let sample = try Self.sample(logged: true, durability: .interval)
    let frames = (sample.log.count - 32) / 536
    for frame in 0..<frames {
      var files = sample
      files.log[32 + frame * 536 + 24 + 100] ^= 4
      let image = try Self.image(of: files)
      #expect(sample.images.contains(image), "frame \(frame)")
    }
  }

  @Test func `a flipped bit before two whole commits of the log is refused`() throws {
    let sample = try Self.sample(logged: true)
    let frames = (sample.log.count - 32) / 536
    for frame in 0..<(frames * 2 / 3) {
      var files = sample
      files.log[32 + frame * 536 + 24 + 100] ^= 4
      #expect(throws: JournalError.self) { try Self.image(of: files) }
    }
  }

  @Test func `a page left over from an older commit is refused`() throws {
    let older = try Self.sample(logged: false, seqs: 4)
    let newer = try Self.sample(logged: false, seqs: 5)
    var refusals = 0
    for start in stride(from: 512, to: min(older.main.count, newer.main.count), by: 512) {
      let page = start..<(start + 512)
      guard older.main[page] != newer.main[page] else { continue }
      var files = newer
      files.main.replaceSubrange(page, with: older.main[page])
      #expect(throws: JournalError.self, "the page at \(start)") { try Self.image(of: files) }
      refusals += 1
    }
    #expect(refusals >= 2)
  }

  /// Opens the files changed at every `step`-th place, and counts the results.
  static func trials(
    over places: Int, of sample: Sample, change: (inout Sample, Int) -> Void
  ) throws -> Counts {
    var counts = Counts()
    // A step coprime to 8 reaches every bit position of a byte.
    for place in stride(from: 0, to: places, by: step) {
      var files = sample
      change(&files, place)
      do throws(JournalError) {
        let image = try image(of: files)
        if image == sample.images.last {
          counts.truths += 1
        } else {
          counts.prefixes += 1
          // The last commit may look torn, and also the one before it if the bad bit is in the
          // mark that ends that one.
          let isCut = files.log.count < sample.log.count
          let possible = isCut ? sample.images[...] : sample.images.suffix(3)
          let isTrue = possible.contains(image)
          #expect(isTrue, "a wrong state at \(place)")
        }
      } catch {
        counts.refusals += 1
        #expect(error.diagnostic.advice != nil || error.diagnostic.code != .journalDamaged)
        if counts.refusals % 8 == 1 { try repair(files, place) }
      }
    }
    return counts
  }

  /// Repairs refused files, and requires a sound journal with a true prefix of every session.
  static func repair(_ files: Sample, _ place: Int) throws {
    let folder = try TemporaryFolder()
    try write(files, into: folder)
    let report: RepairReport
    do throws(JournalError) {
      report = try Journal.repair(folder: folder.path)
    } catch {
      // A file that is not a journal is left alone, and a wrong page size reads as garbage.
      let isHopeless = error.diagnostic.code == .journalVersion || (16...17).contains(place / 8)
      #expect(isHopeless, "no repair at \(place): \(error)")
      return
    }
    #expect(report.isDone && report.keptAs != nil)
    let image = try image(ofFolder: folder.path)
    #expect(image.count == report.sessions)
    for session in image {
      let first = session.snapshot?.seq ?? -1
      let isTrue =
        session.snapshot.map { $0.bytes == Array("state \($0.seq)".utf8) } ?? true
        && session.records.map(\.change).enumerated().allSatisfy { index, change in
          change.seq == first + 1 + Int64(index)
            && change.text == (change.seq == 0 ? session.name : "open /\(change.seq)")
        }
      #expect(isTrue, "a wrong repair at \(place)")
    }
  }

  private static func write(_ files: Sample, into folder: TemporaryFolder) throws(FileError) {
    try writeFile(folder("journal.sqlite"), files.main, mode: 0o600)
    if !files.log.isEmpty { try writeFile(folder("journal.sqlite-wal"), files.log, mode: 0o600) }
  }

  /// All sessions of a journal with these files.
  static func image(of files: Sample) throws(JournalError) -> [StoredSession] {
    do {
      let folder = try TemporaryFolder()
      try write(files, into: folder)
      return try image(ofFolder: folder.path)
    } catch let error as JournalError {
      throw error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static func image(ofFolder folder: String) throws(JournalError) -> [StoredSession] {
    let journal = try Journal.open(folder: folder, durability: .always) {}
    defer { journal.close() }
    return try image(of: journal)
  }

  static func image(of journal: Journal) throws(JournalError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    try journal.forEachSession { sessions.append($0) }
    return sessions
  }

  /// The files of a small journal with pages of 512 bytes.
  /// - Parameter logged: Whether they are copied while it is open, with the records in the log.
  static func sample(
    logged: Bool, seqs: Int64 = 5, durability: Durability = .always
  ) throws -> Sample {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path, durability, sizes: FileSizes(pageBytes: 512))
    var images: [[StoredSession]] = [[]]
    func note(_ number: Int64) throws {
      try test.wait(for: number)
      images.append(try image(of: test.journal))
    }
    let definition = test.journal.define(
      digest: [1], files: [DefinitionFile(path: "app.yaml", bytes: [1, 2, 3])])
    #expect(definition == 1)
    let session = test.begin("first")
    try note(session.number)
    for seq in 1...seqs {
      try note(test.add(seq...seq, to: session.id, snapshotEvery: 2))
    }
    let other = test.begin("second")
    try note(other.number)
    try note(test.add(1...1, to: other.id))
    if !logged { test.journal.close() }
    let main = try readFile(folder("journal.sqlite"), bytesMax: 1_000_000)
    let log = logged ? try readFile(folder("journal.sqlite-wal"), bytesMax: 1_000_000) : []
    if logged { test.journal.close() }
    return Sample(main: main, log: log, images: images)
  }
}
