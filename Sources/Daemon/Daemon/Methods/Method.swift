import Diagnostics
import Navigation

/// One row of the method table. Dispatch, checks, `describe` and the docs read it.
nonisolated final class Method {
  /// Its index in the table.
  var place = 0
  /// The name that clients call.
  let name: String
  /// What it does: one clause.
  let summary: String
  /// Its parameters, in the order of positional calls.
  let parameters: [CommandParameter]
  /// Whether exactly one parameter must be given, not counting the session and the request id.
  let takesOneParameter: Bool
  /// Whether it can change a session.
  let isMutation: Bool
  /// Whether its first parameter is the name of a session that it works on.
  let isOfSession: Bool
  /// Whether it takes at most a few microseconds, so that the clock is not checked after each call.
  let isQuick: Bool
  /// The index of the `requestId` parameter; `nil` if there is none.
  let requestIdPlace: Int?
  private let parameterNames: PackedTexts
  /// One bit per parameter: those that accept any text, and those that are required.
  private let textPlaces: UInt32
  private let requiredPlaces: UInt32
  /// Executes a call and appends its result.
  let body:
    @MainActor @Sendable (Daemon, borrowing Call, inout ByteBuffer) throws(DaemonError) -> Void

  /// Exceeds the number of parameters of any method; each has a bit in a `UInt32`.
  static var parametersMax: Int { 32 }

  /// - Parameters:
  ///   - isMutation: Adds the parameter `requestId`.
  ///   - isQuick: Whether it takes at most a few microseconds.
  init(
    _ name: String, _ summary: String, _ parameters: [CommandParameter] = [],
    isMutation: Bool = false, takesOneParameter: Bool = false, isQuick: Bool = false,
    body:
      @escaping @MainActor @Sendable (Daemon, borrowing Call, inout ByteBuffer) throws(DaemonError)
      -> Void
  ) {
    self.name = name
    self.summary = summary
    self.parameters = isMutation ? parameters + [Self.requestId] : parameters
    self.isMutation = isMutation
    self.takesOneParameter = takesOneParameter
    isOfSession = parameters.first?.name == Self.session.name
    self.isQuick = isQuick
    requestIdPlace = isMutation ? parameters.count : nil
    self.body = body
    precondition(self.parameters.count < Self.parametersMax, "one bit per parameter")
    parameterNames = PackedTexts(self.parameters.map(\.name.utf8))
    var (texts, required): (UInt32, UInt32) = (0, 0)
    for (place, parameter) in self.parameters.enumerated() {
      if parameter.isText { texts |= 1 << UInt32(place) }
      if parameter.isRequired { required |= 1 << UInt32(place) }
    }
    (textPlaces, requiredPlaces) = (texts, required)
  }

  /// The index of a parameter; `nil` if there is none of that name.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    (0..<parameterNames.count).first { parameterNames.withText($0) { same($0, name) } }
  }

  /// Whether a call is valid that gives a text for each parameter in this bit set and nothing else.
  /// If false, `Call.check` has to decide.
  func takes(texts given: UInt32) -> Bool {
    given & textPlaces == given && given & requiredPlaces == requiredPlaces && !takesOneParameter
  }

  static let session = CommandParameter("session", .text, "the session's name")

  private static let requestId = CommandParameter(
    "requestId", .text, "a repeated call with the same id is not executed again", isRequired: false)
}

/// The methods, in order and by name.
nonisolated struct MethodTable {
  /// The methods in the order of docs/protocol.md.
  let all: [Method]
  /// The methods whose names have N bytes, at index N. Hashing a name would take longer than
  /// comparing the few names of one length: 250 of a small call's 8,700 instructions.
  private let byLength: [[(name: [UInt8], method: Method)]]

  init(_ methods: [Method]) {
    all = methods
    for (place, method) in methods.enumerated() { method.place = place }
    var byLength: [[(name: [UInt8], method: Method)]] = []
    for method in methods {
      let name = Array(method.name.utf8)
      while byLength.count <= name.count { byLength.append([]) }
      byLength[name.count].append((name, method))
    }
    self.byLength = byLength
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> Method? {
    guard name.count < byLength.count else { return nil }
    return byLength[name.count].first { $0.name.withUnsafeBufferPointer { same($0, name) } }?.method
  }

  subscript(name: String) -> Method? {
    var name = name
    return name.withUTF8 { self[$0] }
  }
}
