/// Records of a session for clients that resume, which are wanted again and again: the way to them
/// must not grow with the session.
extension JournalReader {
  /// Records of a session from a change on, in order.
  /// - Parameter last: The session's last record.
  /// - Throws: `tooOld`, if the first is no longer kept.
  func records(
    of session: Int64, from seq: Int64, backFrom last: Int64, countMax: Int
  ) throws(JournalError) -> [StoredRecord] {
    let end = seq.addingReportingOverflow(Int64(max(0, countMax - 1)))
    var number = try point(of: session, atOrAfter: end.overflow ? .max : end.partialValue, last)
    var numbers: [Int64] = []
    var oldest = Int64.max
    while number > 0, let link = try link(number, of: session), link.seq >= seq {
      // Behind a gap are only those whose request ids are remembered.
      if oldest != .max, oldest - link.seq > 1 { break }
      oldest = link.seq
      numbers.append(number)
      number = link.previous
    }
    if numbers.isEmpty, try link(last, of: session) != nil { return [] }
    guard oldest <= seq else { throw .tooOld(seq: seq, oldest: oldest) }
    var records: [StoredRecord] = []
    for number in numbers.reversed().prefix(countMax) {
      if let record = try record(number) { records.append(record) }
    }
    return records
  }

  /// A record of a session from which to go back to a change: that of the first point of the trail
  /// behind it, or the last. The trail has one in every few hundred changes.
  private func point(
    of session: Int64, atOrAfter seq: Int64, _ last: Int64
  ) throws(JournalError) -> Int64 {
    findTrail.bind(1, session)
    guard try findTrail.step() else { return last }
    let trail = Trail(bytes: findTrail.bytes(0))
    findTrail.reset()
    // A commit of which the caller does not know yet may have made points behind the last, and a
    // repair may have lost records.
    for point in trail.points where point.seq >= seq && point.number < last {
      if try link(point.number, of: session) != nil { return point.number }
    }
    return last
  }

  /// Where a record stands in its session, without the rest of it.
  private func link(
    _ number: Int64, of session: Int64
  ) throws(JournalError) -> (seq: Int64, previous: Int64)? {
    findLink.bind(1, number)
    guard try findLink.step() else { return nil }
    defer { findLink.reset() }
    let (seq, previous) = (findLink.number(1), findLink.number(2))
    guard findLink.number(0) == session, previous < number else {
      throw lost("record \(number) is not where session \(session) has it")
    }
    return (seq, previous)
  }
}
