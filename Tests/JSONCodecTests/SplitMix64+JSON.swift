import Diagnostics
import JSONCodec
import TestSupport

extension SplitMix64 {
  /// A random value; strings and numbers that are hard to write are more frequent than by chance.
  mutating func json(depthMax: Int) -> JSON {
    switch Int.random(in: 0..<(depthMax > 0 ? 8 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int64(bitPattern: next() >> UInt64.random(in: 0...63, using: &self)))
    case 3: return JSON(Double(bitPattern: next()))
    case 4, 5: return .string(text())
    case 6:
      let count = Int.random(in: 0...5, using: &self)
      return .array((0..<count).map { _ in json(depthMax: depthMax - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0...12, using: &self)).map { index in
          JSON.Member("\(index)" + text(), json(depthMax: depthMax - 1))
        })
    }
  }

  private mutating func text() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &self) {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x20...0x7F, 0x80...0xA0, 0x300...0x301, 0x2020...0x2070, 0xD700...0xE010,
        0xFFF0...0x1_0010, 0x10_FFF0...0x10_FFFF,
      ]
      let range = ranges[Int.random(in: 0..<ranges.count, using: &self)]
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) else { continue }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
