/// What is asked of a session (design §5.2).
///
/// Its `text` is the command that a person would type for it, and `init(command:)` reads that back.
public enum Event: Hashable, Sendable {
  /// Open a link.
  case open(String, from: LinkSource)
  /// Do a named thing on the visible screen.
  case tap(String)
  /// One screen back.
  case back
  /// Take the topmost sheet, cover or flow away.
  case dismiss
  /// Select a tab by its coordinator's name.
  case select(tab: String)
  /// Pop several screens.
  case popTo(PopTarget)
  /// Pop the visible stack to its first screen.
  case root
  /// End the topmost flow with a result.
  case finish(result: String?)
  /// Open a gate; the subject is who satisfied it.
  case satisfy(gate: String, subject: String?)
  /// Close a gate.
  case revoke(gate: String)
  /// The visible screen has unsaved work, or has none any more.
  case dirty(Bool)
  /// Go on with what unsaved work has blocked.
  case confirm
  /// Forget what unsaved work has blocked; or leave the visible challenge.
  case cancel
  /// The app is ready: links that wait in the queue are opened.
  case ready
  /// The session's clock stands at this time, in milliseconds since the session began.
  case tick(milliseconds: Int64)
}

/// Where a link comes from.
public enum LinkSource: String, Hashable, Sendable {
  /// From another app, a message, a web page.
  case outside
  /// From a screen of the app.
  case inside
}

/// How far to pop.
public enum PopTarget: Hashable, Sendable {
  /// So many screens; at least 1.
  case count(Int)
  /// To the nearest one below that shows this screen.
  case screen(String)
}
