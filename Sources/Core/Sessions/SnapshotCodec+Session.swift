public import Diagnostics
public import Navigation
public import Snapshots

extension SnapshotCodec {
  /// Encodes the state of a session of this definition, without its history.
  public func bytes(of session: Session) -> [UInt8] {
    bytes(of: session.state, position: session.position, isCold: session.isCold)
  }

  /// Decodes a session, as `state(from:isSame:)` does; events before the snapshot cannot be undone.
  public func session(
    from bytes: [UInt8], isSame: Bool
  ) throws(Diagnostic) -> (session: Session, transitions: [Transition]) {
    let read = try state(from: bytes, isSame: isSame)
    let session = Session(
      definition: definition, restarting: read.state, position: read.position, isCold: read.isCold)
    return (session, read.transitions)
  }
}
