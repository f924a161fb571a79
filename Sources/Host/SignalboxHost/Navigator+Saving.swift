public import Diagnostics
public import Navigation
import Snapshots

extension Navigator {
  /// The state, for `init(restoring:)` at the next start of the app. The log is not part of it.
  public func save() -> [UInt8] {
    SnapshotCodec(definition).bytes(of: state)
  }

  /// Continues a saved session, also after an update of the app. What the definition lacks or no
  /// longer admits is removed, and every gate is checked, before anything is shown
  /// (docs/navigation.md, "Reloading"). A question about unsaved work is withdrawn.
  ///
  /// - Parameters:
  ///   - saved: What `save()` returned.
  ///   - session: The name of the saved session in the log, so that its lines continue.
  ///   - isStillOpen: Whether a gate that was open then is still open for its subject, such as
  ///     whether the keychain has the user's token. Gates that are not are closed, as are all that
  ///     lapse.
  /// - Throws: A diagnostic if the bytes are not a saved session, or if no screen is left.
  public convenience init(
    restoring saved: [UInt8], in definition: AppDefinition, session: String = "",
    clock: @escaping @MainActor () -> Int64 = monotonicMilliseconds,
    log: (@MainActor (String) -> Void)? = nil,
    isStillOpen: (_ gate: String, _ subject: String?) -> Bool
  ) throws(Diagnostic) {
    let codec = SnapshotCodec(definition)
    let restored = try codec.state(from: saved, isSame: false).state
    self.init(restored, in: definition, session: session, clock: clock, log: log)
    if restored.backgroundMilliseconds != nil { apply(.foreground) }
    for gate in restored.openGates.members {
      let name = definition[gate].name
      if definition[gate].lapses != nil || !isStillOpen(name, restored.subjects[gate.index]) {
        apply(.revoke(gate: name))
      }
    }
  }
}
