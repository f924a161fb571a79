import Navigation

/// One row of the method table: what clients can call, and all that help, checks and the docs know.
nonisolated final class Method {
  /// Where it stands in the table.
  var place = 0
  /// What clients call it.
  let name: String
  /// What it does, in one line.
  let summary: String
  /// Its parameters in the order of a call by position.
  let parameters: [CommandParameter]
  /// Whether exactly one of the parameters besides session and request id is given.
  let takesOneParameter: Bool
  /// Whether it can change a session.
  let isMutation: Bool
  /// Whether it takes so little time that the clock need not be looked at behind each call.
  let isQuick: Bool
  /// The place of `requestId` among the parameters; `nil` if there is none.
  let requestIdPlace: Int?
  /// The names of the parameters, one behind the other, and where each ends.
  private let nameBytes: [UInt8]
  private let nameEnds: [Int]
  /// A bit for each place whose parameter takes any text, and for each that must be given.
  private let textPlaces: UInt32
  private let requiredPlaces: UInt32
  /// Does it, and appends its result.
  let body: @MainActor @Sendable (Daemon, borrowing Call, inout [UInt8]) throws(DaemonError) -> Void

  /// More than any has.
  static var parametersMax: Int { 32 }

  /// - Parameters:
  ///   - isMutation: Then it takes a `requestId`, too.
  ///   - isQuick: Whether it takes some microseconds at most.
  init(
    _ name: String, _ summary: String, _ parameters: [CommandParameter] = [],
    isMutation: Bool = false, takesOneParameter: Bool = false, isQuick: Bool = false,
    body:
      @escaping @MainActor @Sendable (Daemon, borrowing Call, inout [UInt8]) throws(DaemonError)
      -> Void
  ) {
    self.name = name
    self.summary = summary
    self.parameters = isMutation ? parameters + [Self.requestId] : parameters
    self.isMutation = isMutation
    self.takesOneParameter = takesOneParameter
    self.isQuick = isQuick
    requestIdPlace = isMutation ? parameters.count : nil
    self.body = body
    precondition(self.parameters.count < Self.parametersMax, "a bit a parameter")
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    var (texts, required): (UInt32, UInt32) = (0, 0)
    for (place, parameter) in self.parameters.enumerated() {
      bytes += parameter.name.utf8
      ends.append(bytes.count)
      if parameter.isText { texts |= 1 << UInt32(place) }
      if parameter.isRequired { required |= 1 << UInt32(place) }
    }
    (nameBytes, nameEnds, textPlaces, requiredPlaces) = (bytes, ends, texts, required)
  }

  /// The place of a parameter; `nil` if it has none of that name.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    nameBytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for place in nameEnds.indices {
        if same(UnsafeBufferPointer(rebasing: bytes[start..<nameEnds[place]]), name) {
          return place
        }
        start = nameEnds[place]
      }
      return nil
    }
  }

  /// Whether parameters at these places, texts all of them, are what it wants: so that most calls
  /// need no closer look.
  func takes(texts given: UInt32) -> Bool {
    given & textPlaces == given && given & requiredPlaces == requiredPlaces && !takesOneParameter
  }

  static let session = CommandParameter("session", .text, "the session's name")

  private static let requestId = CommandParameter(
    "requestId", .text, "the same id with the same call does nothing again", isRequired: false)
}
