/// Records of a session about `Limits.snapshotEvents` changes apart, oldest first. From one of them
/// older records can be deleted, or read, without walking back from the session's last record.
struct SnapshotPoints: Hashable {
  /// A record of the session.
  struct Point: Hashable {
    var seq: Int64
    var number: Int64
  }

  private(set) var points: [Point] = []

  init() {}

  /// Adds a point, unless the last one is less than `Limits.snapshotEvents` changes away.
  mutating func add(seq: Int64, number: Int64) {
    if let last = points.last, seq &- last.seq < Int64(Limits.snapshotEvents) { return }
    points.append(Point(seq: seq, number: number))
    if points.count > Limits.snapshotPointsMax { points.removeFirst() }
  }

  /// Removes the points at or before change `seq`, and returns the newest of them.
  mutating func cut(atOrBefore seq: Int64) -> Point? {
    let count = points.prefix { $0.seq <= seq }.count
    guard count > 0 else { return nil }
    let point = points[count - 1]
    points.removeFirst(count)
    return point
  }

  /// The column `trail`: per point `seq` and `number`, each eight bytes, little-endian.
  var bytes: [UInt8] {
    points.flatMap { point in
      [point.seq, point.number].flatMap { number in
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
    }
  }

  /// Reads the column `trail`; an incomplete point at the end is ignored.
  init(bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: buffer.count - 15, by: 16) {
        let seq = buffer.loadUnaligned(fromByteOffset: start, as: Int64.self)
        let number = buffer.loadUnaligned(fromByteOffset: start + 8, as: Int64.self)
        points.append(Point(seq: Int64(littleEndian: seq), number: Int64(littleEndian: number)))
      }
    }
  }
}
