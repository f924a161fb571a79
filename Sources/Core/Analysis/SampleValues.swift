package import Links
import RouteProofs

/// Sample values of types. Those of an expression that fits none of a few texts are searched for,
/// once.
///
/// A class, because it remembers them.
package final class SampleValues {
  private var known: [ValueType: [String]] = [:]
  private var stepsLeft: Int

  /// - Parameter stepsMax: The steps of all searches.
  package init(stepsMax: Int = Limits.samplesStepsMax) {
    stepsLeft = stepsMax
  }

  /// A sample value of a type by number, from 0; values repeat once all samples are used. Nil if
  /// there are none, or if the search for one takes more than `Limits.sampleStepsMax` steps, or all
  /// searches more than they may.
  package func value(of type: ValueType, _ number: Int) -> String? {
    let values = values(of: type)
    return values.isEmpty ? nil : values[number % values.count]
  }

  private func values(of type: ValueType) -> [String] {
    if case .oneOf(let texts) = type { return texts }
    if let known = known[type] { return known }
    var values = texts.filter(type.fits)
    if values.isEmpty {
      let steps = min(Limits.sampleStepsMax, stepsLeft)
      var left = steps
      values = [ValueType.sample(fitting: [type], &left)].compactMap { $0 }
      stepsLeft -= steps - left
    }
    known[type] = values
    return values
  }
}

private let texts = [
  "1", "42", "a", "true", "1.5", "2024-02-29", "00000000-0000-0000-0000-000000000000",
]
