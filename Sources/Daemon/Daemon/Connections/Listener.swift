import CLibrary
import CSystem
import CUV
import EventLoops

/// A listening socket.
///
/// It keeps a spare descriptor. When no other is left, it closes the spare one to accept a client
/// and reject it; otherwise the waiting client would wake the loop again and again.
final class Listener {
  private let descriptor: Int32
  private let poll: UnsafeMutablePointer<uv_poll_t>
  private var spare: Int32
  private unowned let connections: Connections

  /// - Parameter descriptor: A non-blocking socket.
  init(
    _ descriptor: Int32, of connections: Connections, loop: EventLoop
  ) throws(LoopFault) {
    self.descriptor = descriptor
    self.connections = connections
    spare = Self.anotherSpare()
    poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let status = uv_poll_init(loop.loop, poll, descriptor)
    guard status == 0 else {
      poll.deallocate()
      throw LoopFault(status: status)
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    start()
  }

  func close() {
    uv_poll_stop(poll)
    EventLoop.release(poll)
    closeDescriptor(descriptor)
    if spare >= 0 { closeDescriptor(spare) }
  }

  /// Waits for connections again.
  func start() {
    uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
      guard let data = poll?.pointee.data else { return }
      Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().accept()
    }
  }

  private func accept() {
    // Bounded, so that connected clients get their turn.
    for _ in 0..<Self.acceptedAtOnceMax {
      let accepted = csystem_accept(descriptor)
      if accepted >= 0 {
        connections.accept(accepted)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        connections.ranOutOfDescriptors()
        guard reject() else {
          uv_poll_stop(poll)
          connections.restartListenersLater()
          return
        }
      default: return
      }
    }
  }

  /// Accepts a client on the spare descriptor, sends it the reason, and closes it.
  private func reject() -> Bool {
    guard spare >= 0 else {
      spare = Self.anotherSpare()
      return false
    }
    closeDescriptor(spare)
    let accepted = csystem_accept(descriptor)
    if accepted >= 0 {
      connections.reject(accepted, connections.ranOutOfDescriptors())
      closeDescriptor(accepted)
    }
    spare = Self.anotherSpare()
    return accepted >= 0 && spare >= 0
  }

  private static func anotherSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  private static let acceptedAtOnceMax = 64
}

/// Closes a descriptor. It is closed even if the system reports an error.
func closeDescriptor(_ descriptor: Int32) {
  _ = CLibrary.close(descriptor)
}
