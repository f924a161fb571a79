/// A system that decides whether a link opens the app.
package enum Platform: String, Sendable, Hashable, CaseIterable {
  case ios, android

  /// The name for people.
  package var title: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    }
  }
}
