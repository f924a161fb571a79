import Links

/// Where each of some texts stood first, to find those that stand twice. Texts are compared as
/// bytes.
///
/// Few texts are compared one by one, which is faster than hashing them.
struct FirstPlaces<Place> {
  private var few: [(text: String, place: Place)] = []
  private var many: [TextBytes: Place] = [:]

  /// Notes a text, unless it is known: then its first place is returned.
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
