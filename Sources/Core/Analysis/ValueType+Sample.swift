import Links

extension ValueType {
  /// A value of this type, counted from 0; several numbers give several, as far as there are.
  func sample(_ number: Int) -> String? {
    if case .oneOf(let texts) = self { return texts.isEmpty ? nil : texts[number % texts.count] }
    let fitting = sampleTexts.filter(fits)
    return fitting.isEmpty ? nil : fitting[number % fitting.count]
  }
}

private let sampleTexts = [
  "1", "42", "a", "true", "1.5", "2024-02-29", "00000000-0000-0000-0000-000000000000",
]
