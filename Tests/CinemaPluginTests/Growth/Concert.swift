@testable import CinemaPlugin

/// A sixth kind of data. This file is its only code.
struct Concert: Hashable, Sendable {
  let name: String
  let city: String

  static let sample = Concert(name: "Winter Journey", city: "Busan")
}

extension Concert: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "winter-journey" }
  var title: String { name }
  var link: String { "/concerts/winter-journey" }
  var portrait: String { "posters/winter-journey.png" }
  var landscape: String { "stills/winter-journey.png" }
  var badge: String { "♪" }
  var caption: String { "in \(city)" }
}
