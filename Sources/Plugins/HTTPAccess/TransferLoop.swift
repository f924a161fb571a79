import CCurl
import CLibrary
import FileAccess
import Synchronization

/// The thread that runs all transfers of a process. libcurl's handles belong to it alone.
final class TransferLoop: Sendable {
  /// `nil` if libcurl or the thread cannot be started.
  static let shared = TransferLoop()

  private struct State {
    /// The transfers that the thread has not started yet.
    var waiting: [Transfer] = []
    /// The number of transfers that wait or that libcurl has not released.
    var count = 0
    var isEnding = false
    var thread: RunningThread?
  }

  private let state = Mutex(State())
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  private nonisolated(unsafe) let headers: UnsafeMutablePointer<curl_slist>

  private init?() {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init(),
      let headers = curl_slist_append(nil, "Accept: application/json, */*;q=0.1")
    else { return nil }
    self.multi = multi
    self.headers = headers
    guard let thread = RunningThread({ [self] in run() }) else { return nil }
    state.withLock { $0.thread = thread }
    // Runs before OpenSSL's own handler, which frees what the thread uses.
    atexit { TransferLoop.shared?.stop() }
  }

  /// Starts a transfer, or ends it if there are too many.
  func add(_ transfer: Transfer) {
    let isAdded = state.withLock { state in
      guard state.count < CurlClient.transfersMax else { return false }
      state.count += 1
      state.waiting.append(transfer)
      return true
    }
    guard isAdded else {
      return transfer.end(unreachable: "\(CurlClient.transfersMax) requests are in progress")
    }
    wake()
  }

  /// Makes the thread start the transfers that wait and release those that are over.
  func wake() {
    curl_multi_wakeup(multi)
  }

  private func stop() {
    let thread = state.withLock { state in
      state.isEnding = true
      return state.thread.take()
    }
    wake()
    thread?.wait()
  }

  private func run() {
    // Signals are for the other threads. Writing to a closed connection fails with EPIPE here.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var running: [UnsafeMutableRawPointer: Transfer] = [:]
    while let waiting = nextTransfers() {
      for transfer in waiting { start(transfer, among: &running) }
      var count: Int32 = 0
      var result = curl_multi_perform(multi, &count)
      while let message = curl_multi_info_read(multi, &count) {
        guard let easy = message.pointee.easy_handle else { continue }
        running[easy]?.end(message.pointee.data.result, status: ccurl_status(easy))
      }
      for (easy, transfer) in running where transfer.isOver {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        running[easy] = nil
        state.withLock { $0.count -= 1 }
      }
      if result == CURLM_OK {
        result = curl_multi_poll(multi, nil, 0, pollMillisecondsMax, nil)
      }
      guard result != CURLM_OK else { continue }
      for transfer in running.values {
        transfer.end(unreachable: String(cString: curl_multi_strerror(result)))
      }
    }
  }

  /// The transfers that wait, which no longer do; `nil` if the thread must end.
  private func nextTransfers() -> [Transfer]? {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.isEnding ? nil : state.waiting
    }
  }

  private func start(_ transfer: Transfer, among running: inout [UnsafeMutableRawPointer: Transfer])
  {
    var result = CURLE_OUT_OF_MEMORY
    if let easy = curl_easy_init() {
      // GitHub rejects requests without a user agent.
      result = ccurl_prepare_get(
        easy, transfer.address, Int(transfer.milliseconds), redirectsMax, "signalbox", headers,
        take, Unmanaged.passUnretained(transfer).toOpaque())
      if result == CURLE_OK, curl_multi_add_handle(multi, easy) == CURLM_OK {
        running[easy] = transfer
        return
      }
      curl_easy_cleanup(easy)
    }
    state.withLock { $0.count -= 1 }
    transfer.end(unreachable: String(cString: curl_easy_strerror(result)))
  }
}

/// Passes a part of an answer to its `Transfer`. Fewer bytes than `count` end the transfer.
private func take(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer else { return 0 }
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
    .take(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private let redirectsMax = 16
/// The thread is woken for everything that it must do at once.
private let pollMillisecondsMax: Int32 = 60_000
