import Diagnostics

/// The first place of each text, to find duplicates; texts are compared as bytes.
///
/// A few texts are compared linearly, which is faster than hashing.
struct FirstPlaces<Place> {
  private var few: [(text: String, place: Place)] = []
  private var many: [TextBytes: Place] = [:]

  /// Records a new text; for a known one, returns its first place.
  mutating func insert(_ text: String, _ place: Place) -> Place? {
    if many.isEmpty {
      if let known = few.first(where: { sameBytes($0.text, text) }) { return known.place }
      if few.count < fewMax {
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

private let fewMax = 12
