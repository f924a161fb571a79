/// Texts in one piece of memory.
struct TextBlock {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  init(_ texts: [String]) {
    for text in texts {
      bytes += Array(text.utf8)
      ends.append(bytes.count)
    }
  }

  var count: Int { ends.count - 1 }

  /// Calls `body` with a function that returns the text at an index.
  func withTexts(_ body: ((Int) -> UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      body { UnsafeRawBufferPointer(rebasing: bytes[ends[$0]..<ends[$0 + 1]]) }
    }
  }

  /// The sum of the results of `body` for each text.
  func sum(_ body: (UnsafeRawBufferPointer) -> Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var sum = 0
      for index in 0..<count {
        let text = UnsafeRawBufferPointer(rebasing: bytes[ends[index]..<ends[index + 1]])
        sum &+= body(text)
      }
      return sum
    }
  }
}
