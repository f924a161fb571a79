public import Diagnostics
public import Navigation
import Snapshots

extension Navigator {
  /// The state, for `init(restoring:)` at the next start of the app. The log is not part of it.
  public func save() -> [UInt8] {
    // A zero, with which no snapshot begins; `origin`, the least significant byte first; a
    // snapshot. The saves of older versions are snapshots.
    [0] + withUnsafeBytes(of: origin.littleEndian, Array.init)
      + SnapshotCodec(definition).bytes(of: state)
  }

  /// Continues a saved session, also after an update of the app. What the definition lacks or no
  /// longer admits is removed, and every gate is checked, before anything is shown
  /// (docs/navigation.md, "Reloading"). A question about unsaved work is withdrawn. The time since
  /// then has passed by `clock`, so that links no longer wait which have expired.
  ///
  /// - Parameters:
  ///   - saved: What `save()` returned.
  ///   - session: The name of the saved session in the log, so that its lines continue.
  ///   - isStillOpen: Whether a gate that was open then is still open for its subject, such as
  ///     whether the keychain has the user's token. Gates that are not are closed. Those that lapse
  ///     do so, whatever the time, and are not asked about.
  /// - Throws: A diagnostic if the bytes are not a saved session, or if no screen is left.
  public convenience init(
    restoring saved: [UInt8], in definition: AppDefinition, session: String = "",
    clock: @escaping @MainActor () -> Int64 = monotonicMilliseconds,
    log: (@MainActor (String) -> Void)? = nil,
    isStillOpen: (_ gate: String, _ subject: String?) -> Bool
  ) throws(Diagnostic) {
    let (origin, snapshot) = Self.parts(of: saved)
    let restored: NavigationState
    do throws(Diagnostic) {
      restored = try SnapshotCodec(definition).state(from: snapshot, isSame: false).state
    } catch {
      throw Diagnostic(
        .sessionRestore,
        "the bytes are not a session that 'save()' has returned, or the definition has none of its "
          + "screens",
        advice: "Begin with a new session, by 'Navigator(_:)'.")
    }
    self.init(
      restored, from: origin, log: NavigatorLog(of: definition, session: session, write: log),
      clock: clock)
    updateClock()
    for gate in restored.openGates.members where definition[gate].lapses == nil {
      let name = definition[gate].name
      if !isStillOpen(name, restored.subjects[gate.index]) { apply(.revoke(gate: name)) }
    }
    let lapsing = definition.lapsingGates.members.filter { state.openGates.contains($0) }
    // An app that has ended was in the background.
    if !lapsing.isEmpty, !state.isInBackground { apply(.background) }
    for gate in lapsing where state.openGates.contains(gate) { lapse(gate) }
    if state.isInBackground { apply(.foreground) }
    self.log.begin(in: state, at: clock())
  }

  /// What `save()` has put together; without an origin if it was an older version.
  private static func parts(of saved: [UInt8]) -> (origin: Int64?, snapshot: [UInt8]) {
    guard saved.first == 0, saved.count > 9 else { return (nil, saved) }
    let origin = saved[1...8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (Int64(bitPattern: origin), Array(saved[9...]))
  }
}
