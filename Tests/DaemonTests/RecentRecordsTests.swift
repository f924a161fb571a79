import Diagnostics
import TestSupport
import Testing

@testable import Daemon

@MainActor struct RecentRecordsTests {
  /// Goal: kept records equal the added ones, however the buffers wrap around.
  /// Method: a plain list in parallel; every kept record is compared after every step.
  @Test(arguments: seeds(40))
  func `records that are kept equal those that were added`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let recent = RecentRecords(bytesMax: 200 + generator.below(3_000))
    var bodies: [Int64: [UInt8]] = [:]
    var number: Int64 = 1
    for _ in 0..<300 {
      switch generator.below(40) {
      case 0: number += 2
      case 1 where number > 3:
        recent.cut(after: number - 2)
        number -= 1
      default: break
      }
      let body = generator.bytes(countBelow: generator.below(10) == 0 ? 1 : 150)
      body.withUnsafeBufferPointer {
        recent.append(number: number, seq: number * 2, previous: number - 1, $0)
      }
      bodies[number] = body
      number += 1
      #expect(recent.next == number && recent.first <= number)
      var kept = 0
      for known in recent.first..<recent.next {
        recent.withBody(known) { #expect(Array($0) == bodies[known]) }
        #expect(recent.seq(known) == known * 2 && recent.previous(known) == known - 1)
        kept += bodies[known]?.count ?? 0
      }
      #expect(kept <= 3_200)
    }
  }
}
