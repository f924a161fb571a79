import Diagnostics
import FileAccess
import Journal
import TestSupport
import Testing

/// A journal whose files are changed from outside: what is opened is the truth, a true prefix where
/// the end of the log is gone, or nothing; and nothing traps.
///
/// `SIGNALBOX_FAULT_STEP=1` tries every byte and bit; without it a part, since CI has little time.
@Suite(.serialized) struct DamageTests {
  static let step = environment("SIGNALBOX_FAULT_STEP").flatMap { Int($0) } ?? 97

  /// What became of many trials.
  struct Counts: CustomStringConvertible {
    var truths = 0
    var prefixes = 0
    var refusals = 0

    var description: String {
      "true \(truths), true prefix \(prefixes), refused \(refusals), wrong 0"
    }
  }

  /// The files of a journal, and what it says after each commit, the last one last.
  struct Sample {
    var main: [UInt8]
    var log: [UInt8]
    var images: [[StoredSession]]
  }

  @Test func `the main file with a bit flipped`() throws {
    let sample = try Self.sample(logged: false)
    let counts = try Self.trials(over: sample.main.count * 8, of: sample) { files, place in
      files.main[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("main file, bits flipped: \(counts)")
    #expect(counts.prefixes == 0)
    #expect(counts.refusals > 0 && counts.truths > 0)
  }

  @Test func `the main file cut`() throws {
    let sample = try Self.sample(logged: false)
    let counts = try Self.trials(over: sample.main.count, of: sample) { files, place in
      files.main.removeSubrange(place...)
    }
    print("main file, cut: \(counts)")
    #expect(counts.truths == 0 && counts.prefixes == 0)
  }

  @Test func `the log with a bit flipped`() throws {
    let sample = try Self.sample(logged: true)
    let counts = try Self.trials(over: sample.log.count * 8, of: sample) { files, place in
      files.log[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("log, bits flipped: \(counts)")
    #expect(counts.refusals > 0 && counts.prefixes > 0)
  }

  @Test func `the main file beside a log with a bit flipped`() throws {
    let sample = try Self.sample(logged: true)
    let counts = try Self.trials(over: sample.main.count * 8, of: sample) { files, place in
      files.main[place / 8] ^= 1 << UInt8(place % 8)
    }
    print("main file beside a log, bits flipped: \(counts)")
    #expect(counts.prefixes == 0)
  }

  @Test func `the log cut`() throws {
    let sample = try Self.sample(logged: true)
    let counts = try Self.trials(over: sample.log.count, of: sample) { files, place in
      files.log.removeSubrange(place...)
    }
    print("log, cut: \(counts)")
    #expect(counts.refusals == 0 && counts.prefixes > 0)
  }

  @Test func `a flip in the midst of the log never drops what two commits confirm`() throws {
    let sample = try Self.sample(logged: true)
    let frames = (sample.log.count - 32) / 536
    for frame in 0..<(frames * 2 / 3) {
      var files = sample
      files.log[32 + frame * 536 + 24 + 100] ^= 4
      #expect(throws: JournalError.self) { try Self.image(of: files) }
    }
  }

  /// Opens the changed files for every `step`-th place, and counts what became of it.
  static func trials(
    over places: Int, of sample: Sample, change: (inout Sample, Int) -> Void
  ) throws -> Counts {
    var counts = Counts()
    // A step that is coprime to 8 sees every bit of a byte in turn.
    for place in stride(from: 0, to: places, by: step) {
      var files = sample
      change(&files, place)
      do throws(JournalError) {
        let image = try image(of: files)
        if image == sample.images.last {
          counts.truths += 1
        } else {
          counts.prefixes += 1
          #expect(sample.images.contains(image), "a wrong state at \(place)")
        }
      } catch {
        counts.refusals += 1
        #expect(error.advice != nil || error.code != .journalDamaged)
      }
    }
    return counts
  }

  /// All that a journal of these files says.
  static func image(of files: Sample) throws(JournalError) -> [StoredSession] {
    do {
      let folder = try TemporaryFolder()
      try writeFile(folder("journal.sqlite"), files.main, mode: 0o600)
      if !files.log.isEmpty { try writeFile(folder("journal.sqlite-wal"), files.log, mode: 0o600) }
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

  /// A small journal with pages of 512 bytes, as it lies on the disk while it is open.
  /// - Parameter logged: Whether its records are in the log; otherwise it was closed.
  static func sample(logged: Bool) throws -> Sample {
    let folder = try TemporaryFolder()
    let test = try TestJournal(folder.path, sizes: FileSizes(pageBytes: 512))
    var images: [[StoredSession]] = [[]]
    let session = test.begin("first")
    try test.wait(for: test.add(1...1, to: session, snapshotEvery: 2))
    images.append(try image(of: test.journal))
    for seq in 2...5 as ClosedRange<Int64> {
      try test.wait(for: test.add(seq...seq, to: session, snapshotEvery: 2))
      images.append(try image(of: test.journal))
    }
    try test.wait(for: test.add(1...1, to: test.begin("second")))
    images.append(try image(of: test.journal))
    if !logged { test.journal.close() }
    let main = try readFile(folder("journal.sqlite"), bytesMax: 1_000_000)
    let log = logged ? try readFile(folder("journal.sqlite-wal"), bytesMax: 1_000_000) : []
    if logged { test.journal.close() }
    return Sample(main: main, log: log, images: images)
  }
}
