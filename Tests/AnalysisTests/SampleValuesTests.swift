import Analysis
import Links
import Testing

struct SampleValuesTests {
  private func type(_ text: String) throws -> ValueType { .expression(try ValueExpression(text)) }

  @Test func `a value of an expression that fits no common text is searched for`() throws {
    let samples = SampleValues()
    #expect(samples.value(of: try type("(zz[0-9]{4}z)"), 0) == "zz0000z")
    #expect(samples.value(of: try type("(zz[0-9]{4}z)"), 7) == "zz0000z")
    #expect(samples.value(of: try type("([a-z])"), 0) == "a")
    #expect(samples.value(of: .oneOf(["x", "y"]), 3) == "y")
    #expect(samples.value(of: .oneOf([]), 3) == nil)
  }

  @Test func `all searches share their steps, and none is repeated`() throws {
    let types = try (0..<40).map { try type("(zz[0-9]{4}\($0))") }
    let samples = SampleValues(stepsMax: 120)
    let values = types.map { samples.value(of: $0, 0) }
    let found = values.count { $0 != nil }
    #expect((1..<40).contains(found))
    #expect(types.map { samples.value(of: $0, 1) } == values)
  }
}
