/// Points back in a session, about `Limits.snapshotEvents` changes apart, so that what lies before
/// one of them can be deleted without going all the way back: oldest first.
struct Trail: Hashable {
  /// A record of the session.
  struct Point: Hashable {
    var seq: Int64
    var number: Int64
  }

  private(set) var points: [Point] = []

  init() {}

  /// Notes a point, unless one is near.
  mutating func note(seq: Int64, number: Int64) {
    if let last = points.last, seq &- last.seq < Int64(Limits.snapshotEvents) { return }
    points.append(Point(seq: seq, number: number))
    if points.count > Limits.trailPointsMax { points.removeFirst() }
  }

  /// Takes away the points at or before a change, and gives the newest of them.
  mutating func cut(atOrBefore seq: Int64) -> Point? {
    let count = points.prefix { $0.seq <= seq }.count
    guard count > 0 else { return nil }
    let point = points[count - 1]
    points.removeFirst(count)
    return point
  }

  /// As the file holds it: two numbers of eight bytes a point, the lowest byte first.
  var bytes: [UInt8] {
    points.flatMap { point in
      [point.seq, point.number].flatMap { number in
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
    }
  }

  /// Reads what `bytes` gives; what is left over is not read.
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
