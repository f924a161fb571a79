import Diagnostics
import PlatformLinks
import TestSupport

/// What a finding says of its example link, read from the message: paths of routes, and platforms.
enum ReadClaim {
  /// It opens the app, and no route matches it, in this case or at all.
  case unrouted(Platform, isUnusual: Bool)
  case unclaimed([String], [Platform])
  case onePlatform([String], claimedOn: Platform, missingOn: Platform)
  case claimedIfSpelled(String, claimed: String, Platform)
  case unclaimedSpelling(String, Platform)
  /// It opens the app and waits for a gate, opens the browser or is refused.
  case opened(String)
  case pooledData
  case other

  init(_ finding: Diagnostic) {
    let message = finding.message
    let texts = finding.quotedTexts
    // The routes come first, and a link follows.
    let routes = Array(texts.prefix { $0.hasPrefix("/") })
    func first(after text: String) -> Platform {
      message.contains(text + Platform.ios.title) ? .ios : .android
    }
    switch finding.code {
    case .compareClaimedNotRouted: self = .unrouted(first(after: "on "), isUnusual: false)
    case .compareRoutedNotClaimed:
      self = .unclaimed(routes, Platform.allCases.filter { message.contains(" \($0.title)") })
    case .compareOnePlatform:
      self = .onePlatform(
        routes, claimedOn: first(after: "the app on "),
        missingOn: first(after: "the browser on "))
    case .compareEncoding where message.contains("only in another case"):
      self = .unrouted(first(after: "on "), isUnusual: false)
    case .compareEncoding where message.contains("no route matches them"):
      self = .unrouted(first(after: "on "), isUnusual: true)
    case .compareEncoding where message.contains("though"):
      self = .claimedIfSpelled(texts[2], claimed: texts[1], first(after: "on "))
    case .compareEncoding: self = .unclaimedSpelling(texts[0], first(after: "on "))
    case .compareGated, .compareRefused: self = .opened(texts[1])
    case .comparePooledData: self = .pooledData
    default: self = .other
    }
  }
}
