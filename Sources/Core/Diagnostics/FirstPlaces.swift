/// The first place of each text, to find duplicates; texts are compared as bytes.
///
/// A few texts are compared linearly, which is faster than hashing; more are hashed, so that the
/// time stays linear.
@usableFromInline package struct FirstPlaces<Place> {
  @usableFromInline var few: [(text: String, place: Place)] = []
  @usableFromInline var many: [TextBytes: Place] = [:]

  @inlinable package init() { few.reserveCapacity(4) }

  /// Records a new text; for a known one, returns its first place.
  @inlinable package mutating func insert(_ text: String, _ place: Place) -> Place? {
    if many.isEmpty {
      if let known = few.first(where: { sameBytes($0.text, text) }) { return known.place }
      if few.count < 12 {
        few.append((text, place))
        return nil
      }
      for (text, place) in few { many[TextBytes(text)] = place }
    }
    if let known = many[TextBytes(text)] { return known }
    many[TextBytes(text)] = place
    return nil
  }
}
