import Diagnostics
import JSONCodec
import PluginProtocol
import Screens

nonisolated extension ProcessState {
  mutating func received(_ line: LineFramer.Line, now: UInt64) {
    switch phase {
    case .starting, .ready: break
    case .resting, .waiting, .down, .closed: return  // Output of a former process.
    }
    switch line {
    case .overlong(let start):
      fail(
        .overlong(
          plugin: plugin, start: String(decoding: start, as: UTF8.self),
          bytesMax: limits.lineBytesMax), now: now)
    case .whole(let bytes):
      do throws(Diagnostic) {
        take(try RPCMessage(parsing: bytes, bytesMax: limits.lineBytesMax), bytes.count, now)
      } catch {
        let start = String(decoding: bytes.prefix(shownBytesMax), as: UTF8.self)
        fail(.malformed(plugin: plugin, reason: error.message, start: start), now: now)
      }
    }
  }

  /// Handles output above the limit.
  mutating func flooded(now: UInt64) {
    switch phase {
    case .starting, .ready:
      fail(.flood(plugin: plugin, bytesMax: limits.outputBytesMax), now: now)
    case .resting, .waiting, .down, .closed: break
    }
  }

  /// Handles input that the process has left unread.
  mutating func unread(bytesMax: Int, now: UInt64) {
    switch phase {
    case .starting, .ready: fail(.unread(plugin: plugin, bytesMax: bytesMax), now: now)
    case .resting, .waiting, .down, .closed: break
    }
  }

  private mutating func take(_ message: RPCMessage, _ bytes: Int, _ now: UInt64) {
    switch message {
    case .response(let response):
      if let call = takeCall(response.id) { return answered(call, response.result, now) }
    case .failure(let failure):
      if let id = failure.id, let call = takeCall(id) { return refused(call, failure, now) }
    case .request, .notification: break
    }
    guard budget.take(bytes, nowMilliseconds: now) else { return flooded(now: now) }
    switch message {
    case .response(let response):
      log(.strayAnswer(plugin: plugin, id: response.id.json.text))
    case .failure(let failure):
      log(.refused(plugin: plugin, method: "a message", reason: failure.message))
    case .request(let request):
      log(.unknownMethod(plugin: plugin, method: request.method))
      let failure = RPCFailure(
        id: request.id, code: RPCFailure.methodNotFound, message: "the host answers no requests")
      effects.append(.send(RPCMessage.failure(failure).line))
    case .notification(let notification): takeNotice(notification)
    }
  }

  private mutating func takeCall(_ id: RPCIdentifier) -> Call? {
    guard case .number(let number) = id,
      let place = calls.firstIndex(where: { $0.id == number })
    else { return nil }
    return calls.remove(at: place)
  }

  private mutating func answered(_ call: Call, _ result: JSON, _ now: UInt64) {
    do throws(Diagnostic) {
      switch call.purpose {
      case .initialize: initialized(try InitializeAnswer(result), now)
      case .make(let instance): show(instance, try ScreenContent(result, at: "result"))
      case .tap(let number):
        effects.append(.answer(tap: number, .success(try TapAnswer(result).target)))
      }
    } catch {
      gotWrong(call, .content(plugin: plugin, method: call.method.rawValue, error))
    }
  }

  private mutating func initialized(_ answer: InitializeAnswer, _ now: UInt64) {
    guard answer.version == pluginProtocolVersion else {
      effects.append(.kill)
      let error = Diagnostic.wrongVersion(plugin: plugin, version: answer.version)
      log(error)
      return goDown(error)
    }
    phase = .ready(screens: Set(answer.screens.map { Array($0.utf8) }))
    readySince = now
    for (number, instance) in inOrder where instance.progress == .wanted {
      ask(for: number, now: now)
    }
  }

  private mutating func refused(_ call: Call, _ failure: RPCFailure, _ now: UInt64) {
    gotWrong(
      call,
      .refused(plugin: plugin, method: call.method.rawValue, reason: failure.message))
  }

  /// Handles an invalid answer or an error: only the call that it answers is affected, except that
  /// a failed `initialize` ends the process.
  private mutating func gotWrong(_ call: Call, _ error: Diagnostic) {
    log(error)
    switch call.purpose {
    case .initialize:
      effects.append(.kill)
      goDown(error)
    case .make(let instance): settle(instance, error)
    case .tap(let number): effects.append(.answer(tap: number, .failure(error)))
    }
  }

  private mutating func takeNotice(_ notification: RPCNotification) {
    guard PluginMethod(rawValue: notification.method) == .changed else {
      return log(.unknownMethod(plugin: plugin, method: notification.method))
    }
    let notice: ChangeNotice
    do throws(Diagnostic) {
      notice = try ChangeNotice(notification.params)
    } catch {
      return log(.content(plugin: plugin, method: notification.method, error))
    }
    guard let instance = UInt64(notice.instance), let found = instances[instance],
      found.progress == .made
    else {
      // A notification may have been in transit when the screen was closed.
      if UInt64(notice.instance).map(lastClosed.contains) != true {
        log(.unknownInstance(plugin: plugin, instance: notice.instance))
      }
      return
    }
    do throws(Diagnostic) {
      show(instance, try ScreenContent(notice.content))
    } catch {
      let error = Diagnostic.content(
        plugin: plugin, method: notification.method, error)
      log(error)
      // The screen stays open for changes: the next one may be valid.
      let failed = ScreenContent(
        title: found.content.title, state: .failed(message: error.screenMessage))
      show(instance, failed)
    }
  }
}

/// Bytes of an invalid line shown in an error.
private nonisolated let shownBytesMax = 80
