@testable import CinemaPlugin

/// The properties of a concert that views can show.
extension Concert: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "winter-journey" }
  var title: String { name }
  var link: String { "/concerts/winter-journey" }
  var portrait: String { "posters/winter-journey.png" }
  var landscape: String { "stills/winter-journey.png" }
  var badge: String { "♪" }
  var caption: String { "in \(city)" }
}
