/// The methods, in order and by name.
nonisolated struct MethodTable {
  /// The methods in the order of docs/protocol.md.
  let all: [Method]
  private let byName: [String: Method]

  init(_ methods: [Method]) {
    all = methods
    for (place, method) in methods.enumerated() { method.place = place }
    byName = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The method of a name. The longest name has 15 bytes, which a `String` holds without
  /// allocating.
  subscript(name: UnsafeBufferPointer<UInt8>) -> Method? {
    byName[String(decoding: name, as: UTF8.self)]
  }

  /// The method of a name.
  subscript(name: String) -> Method? { byName[name] }
}
