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

  /// The method of a name.
  subscript(name: UnsafeBufferPointer<UInt8>) -> Method? {
    guard name.count < byLength.count else { return nil }
    return byLength[name.count].first { $0.name.withUnsafeBufferPointer { same($0, name) } }?.method
  }

  /// The method of a name.
  subscript(name: String) -> Method? {
    var name = name
    return name.withUTF8 { self[$0] }
  }
}
