/// An input of a session; docs/navigation.md describes what each event does.
///
/// `command(nowMilliseconds:)` writes an event as a command, and `init(command:nowMilliseconds:)`
/// parses it.
public enum Event: Hashable, Sendable {
  /// Open a link.
  case open(String, from: LinkSource)
  /// Perform a named tap of the visible screen.
  case tap(String)
  /// Go back one screen.
  case back
  /// Dismiss the topmost sheet, cover or flow.
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
  /// Set whether the visible screen has unsaved work.
  case dirty(Bool)
  /// Perform the event that unsaved work blocked.
  case confirm
  /// Forget the event that unsaved work blocked, or leave the visible challenge.
  case cancel
  /// Open the link that the visible screen asks about.
  case accept
  /// Forget the link that the visible screen asks about.
  case decline
  /// Say that the app has left the foreground.
  case background
  /// Say that the app is in the foreground again.
  case foreground
  /// Mark the app as ready and open the queued links.
  case ready
  /// Set the session's clock, in milliseconds since the session began.
  case tick(milliseconds: Int64)
}

/// How far to pop.
public enum PopTarget: Hashable, Sendable {
  /// Pop this number of screens, at least 1.
  case count(Int)
  /// Pop to the nearest screen below with this name.
  case screen(String)
}
