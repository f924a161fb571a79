import CSystem
import CUV
import EventLoops

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A listening socket, from which connections are taken.
///
/// When the descriptors are used up, one that is kept for this is given up for a moment, so that
/// whoever waits can be turned away; else the loop would be woken for them again and again.
final class Listener {
  private let descriptor: Int32
  private let poll: UnsafeMutablePointer<uv_poll_t>
  private var spare: Int32
  private unowned let daemon: Daemon

  /// - Parameter descriptor: Does not block.
  init(_ descriptor: Int32, of daemon: Daemon) throws(LoopFault) {
    self.descriptor = descriptor
    self.daemon = daemon
    spare = Self.anotherSpare()
    poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let status = uv_poll_init(daemon.loop.loop, poll, descriptor)
    guard status == 0 else {
      poll.deallocate()
      throw LoopFault(status: status)
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    start()
  }

  /// Takes nothing any more.
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
    // Not without end: those who are connected have their turn, too.
    for _ in 0..<Self.acceptedAtOnceMax {
      let accepted = csystem_accept(descriptor)
      if accepted >= 0 {
        daemon.take(accepted)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        daemon.reached(daemon.limits.descriptors)
        guard turnAway() else {
          uv_poll_stop(poll)
          daemon.watchTime()
          return
        }
      default: return
      }
    }
  }

  /// Takes a connection by the descriptor that is kept for it, and closes it.
  private func turnAway() -> Bool {
    guard spare >= 0 else {
      spare = Self.anotherSpare()
      return false
    }
    closeDescriptor(spare)
    let accepted = csystem_accept(descriptor)
    if accepted >= 0 {
      daemon.turnAway(accepted, daemon.limits.descriptors)
      closeDescriptor(accepted)
    }
    spare = Self.anotherSpare()
    return accepted >= 0 && spare >= 0
  }

  private static func anotherSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  private static let acceptedAtOnceMax = 64
}

/// Closes a descriptor. It is gone whatever the system says.
func closeDescriptor(_ descriptor: Int32) {
  #if canImport(Glibc)
    _ = Glibc.close(descriptor)
  #else
    _ = Darwin.close(descriptor)
  #endif
}
