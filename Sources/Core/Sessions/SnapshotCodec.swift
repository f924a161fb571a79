public import Navigation

/// Encodes and decodes sessions for the journal, under one definition.
///
/// A snapshot refers to coordinators, gates, screens, routes (by plugin, pattern and screen) and
/// parameters by name, so that it can be restored under a different definition.
public struct SnapshotCodec: Sendable {
  /// The definition of the sessions.
  public var definition: AppDefinition { names.definition }

  private let names: RouteNames

  /// Creates a codec. Takes time linear in the number of routes, so keep it.
  public init(_ definition: AppDefinition) {
    names = RouteNames(definition)
  }

  /// Encodes the state of a session of this definition, without its history.
  public func bytes(of session: Session) -> [UInt8] {
    SnapshotWriter.bytes(
      of: session.state.stored(by: names), position: session.position, isCold: session.isCold)
  }

  /// Decodes a session. Every gate is checked as in a reload (docs/navigation.md, "Reloading");
  /// events before the snapshot cannot be undone.
  ///
  /// - Parameter isSame: Whether the snapshot was taken under this very definition; the state is
  ///   then identical, byte for byte.
  /// - Returns: The session, and the transitions that the migration caused: none under the same
  ///   definition.
  /// - Throws: `unreadable` if the bytes are not a snapshot or describe a state that cannot exist.
  public func session(
    from bytes: [UInt8], isSame: Bool
  ) throws(RestoreError) -> (session: Session, transitions: [Transition]) {
    guard let read = SnapshotReader.read(bytes),
      let restored = NavigationState.restored(read.state, by: names, isSame: isSame)
    else { throw .unreadable }
    let session = Session(
      definition: definition, restarting: restored.state, position: read.position,
      isCold: read.isCold)
    return (session, restored.transitions)
  }
}
