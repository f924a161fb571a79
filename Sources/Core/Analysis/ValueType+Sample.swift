package import Links
import RouteProofs

extension ValueType {
  /// A sample value of this type by number, from 0; values repeat once all samples are used. Nil if
  /// there are none.
  package func sample(_ number: Int) -> String? {
    if case .oneOf(let texts) = self { return texts.isEmpty ? nil : texts[number % texts.count] }
    var fitting = sampleTexts.filter(fits)
    if fitting.isEmpty {
      var stepsLeft = RouteProofs.Limits.sampleStepsMax
      fitting = [ValueType.sample(fitting: [self], &stepsLeft)].compactMap { $0 }
    }
    return fitting.isEmpty ? nil : fitting[number % fitting.count]
  }
}

private let sampleTexts = [
  "1", "42", "a", "true", "1.5", "2024-02-29", "00000000-0000-0000-0000-000000000000",
]
