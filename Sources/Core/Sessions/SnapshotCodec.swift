public import Navigation

/// Sessions as bytes and back, under one definition: what the journal keeps of a state.
///
/// A snapshot names coordinators, gates, screens, routes (by plugin, pattern and screen) and
/// parameters, so that another definition can take it up too.
public struct SnapshotCodec: Sendable {
  /// The definition of the sessions.
  public var definition: AppDefinition { names.definition }

  private let names: RouteNames

  /// Prepares for a definition; takes time for each of its routes, so keep it.
  public init(_ definition: AppDefinition) {
    names = RouteNames(definition)
  }

  /// The state of a session of this definition; its history is not in it.
  public func bytes(of session: Session) -> [UInt8] {
    SnapshotWriter.bytes(
      of: session.state.stored(by: names), position: session.position, isCold: session.isCold)
  }

  /// Takes a session up from a snapshot. Every gate is checked, as a reload does it (design §5.5);
  /// nothing before it can be undone.
  /// - Parameter isSame: Whether the snapshot was made under this very definition; then the state
  ///   is the same, byte for byte.
  /// - Returns: The session, and what had to change; nothing under the same definition.
  /// - Throws: `unreadable`, for bytes that are no snapshot, or that no state can look like.
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
