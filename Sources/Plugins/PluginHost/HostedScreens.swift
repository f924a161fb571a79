import Diagnostics
import JSONCodec
import Observation
import PluginProtocol
import Screens

/// The plugin's side of the protocol, without input and output: creates screens, and reports when
/// their content changes.
@MainActor
final class HostedScreens {
  private struct Open {
    let screen: any Screen
    /// The content last sent to the host.
    var content: ScreenContent
  }

  private let plugin: String
  private let factories: [[UInt8]: ScreenFactory]
  private let send: ([UInt8]) -> Void
  private var screens: [[UInt8]: Open] = [:]
  private var isInitialized = false

  /// - Parameter send: Sends one line, with its line end, to the host.
  init(_ plugin: any Plugin, send: @escaping ([UInt8]) -> Void) {
    self.plugin = plugin.name
    factories = PluginSet([plugin]).loaded().factories
    self.send = send
  }

  func take(_ line: LineFramer.Line) {
    guard case .whole(let bytes) = line else {
      return fail(nil, RPCFailure.invalidRequest, "a line has more than \(jsonBytesMax) bytes")
    }
    do throws(Diagnostic) {
      switch try RPCMessage(parsing: bytes) {
      case .request(let request): answer(request)
      case .notification(let notification): take(notification)
      case .response, .failure: break  // The plugin sends no requests.
      }
    } catch {
      let code = error.code == .jsonMessage ? RPCFailure.invalidRequest : RPCFailure.parseError
      fail(nil, code, error.message)
    }
  }

  func closeAll() {
    for found in screens.values { found.screen.close() }
    screens = [:]
  }

  private func answer(_ request: RPCRequest) {
    do throws(Diagnostic) {
      switch PluginMethod(rawValue: request.method) {
      case .initialize: initialize(request.id, try InitializeRequest(request.params))
      case .make: make(request.id, try ScreenRequest(request.params))
      case .tap: tap(request.id, try TapRequest(request.params))
      case .learned, .received, .close, .changed, nil:
        fail(request.id, RPCFailure.methodNotFound, "unknown method '\(request.method)'")
      }
    } catch {
      fail(request.id, RPCFailure.invalidParams, error.message)
    }
  }

  /// Handles a notification. An invalid one is ignored: notifications get no answer.
  private func take(_ notification: RPCNotification) {
    let params = notification.params
    switch PluginMethod(rawValue: notification.method) {
    case .learned:
      guard let notice = try? FactsNotice(params) else { return }
      notify(notice.instance) { $0.learned(notice.facts) }
    case .received:
      guard let notice = try? ResultNotice(params) else { return }
      notify(notice.instance) { $0.received(notice.result) }
    case .close:
      guard let notice = try? CloseNotice(params) else { return }
      screens.removeValue(forKey: Array(notice.instance.utf8))?.screen.close()
    case .initialize, .make, .tap, .changed, nil: break
    }
  }

  /// Notifies a screen, and publishes its content in case the screen is not observable. The
  /// observation that `observed` started remains in place.
  private func notify(_ instance: String, _ notify: (any Screen) -> Void) {
    let instance = Array(instance.utf8)
    guard let found = screens[instance] else { return }
    notify(found.screen)
    publish(found.screen.content, of: instance)
  }

  private func initialize(_ id: RPCIdentifier, _ request: InitializeRequest) {
    guard request.version == pluginProtocolVersion else {
      return fail(
        id, RPCFailure.invalidParams,
        "plugin '\(plugin)' uses protocol \(pluginProtocolVersion), not \(request.version)")
    }
    isInitialized = true
    let names = factories.keys.sorted { $0.lexicographicallyPrecedes($1) }
    answer(id, InitializeAnswer(screens: names.map { String(decoding: $0, as: UTF8.self) }).json)
  }

  private func make(_ id: RPCIdentifier, _ request: ScreenRequest) {
    guard isInitialized else {
      return fail(id, RPCFailure.invalidRequest, "the first request must be 'initialize'")
    }
    guard let make = factories[Array(request.screen.utf8)] else {
      return fail(
        id, RPCFailure.invalidParams,
        "plugin '\(plugin)' has no screen '\(request.screen)'")
    }
    let instance = Array(request.instance.utf8)
    guard screens[instance] == nil else {
      return fail(
        id, RPCFailure.invalidParams, "the screen '\(request.instance)' is already open")
    }
    let screen = make(request)
    screen.learned(SessionFacts())
    let content = observed(screen, instance)
    screens[instance] = Open(screen: screen, content: content)
    answer(id, content.json)
  }

  private func tap(_ id: RPCIdentifier, _ request: TapRequest) {
    guard let found = screens[Array(request.instance.utf8)] else {
      return fail(id, RPCFailure.invalidParams, "no screen '\(request.instance)' is open")
    }
    var isAnswered = false
    found.screen.tapped(request.tap) { [weak self] target in
      guard !isAnswered else { return }
      isAnswered = true
      self?.answer(id, TapAnswer(target: target).json)
    }
  }

  /// Returns the content, and observes it until its next change.
  private func observed(_ screen: any Screen, _ instance: [UInt8]) -> ScreenContent {
    withObservationTracking {
      screen.content
    } onChange: { [weak self] in
      // The change takes effect only after this call.
      Task { @MainActor in self?.changed(instance) }
    }
  }

  /// Publishes changed content, and observes it again.
  private func changed(_ instance: [UInt8]) {
    guard let found = screens[instance] else { return }
    publish(observed(found.screen, instance), of: instance)
  }

  /// Sends content to the host if it differs from what was sent last.
  private func publish(_ content: ScreenContent, of instance: [UInt8]) {
    guard let found = screens[instance], content != found.content else { return }
    screens[instance]?.content = content
    let notice = ChangeNotice(
      instance: String(decoding: instance, as: UTF8.self), content: content)
    send(
      RPCMessage.notification(
        RPCNotification(method: PluginMethod.changed.rawValue, params: notice.json)
      ).line)
  }

  private func answer(_ id: RPCIdentifier, _ result: JSON) {
    send(RPCMessage.response(RPCResponse(id: id, result: result)).line)
  }

  private func fail(_ id: RPCIdentifier?, _ code: Int64, _ message: String) {
    send(RPCMessage.failure(RPCFailure(id: id, code: code, message: message)).line)
  }
}
