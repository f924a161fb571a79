import Links
import Testing

@testable import RouteProofs

struct CommonValueTests {
  @Test func `common values exist just where they can`() {
    #expect(ValueType.int.common(with: .uint) == "0")
    #expect(ValueType.int.common(with: .bool) == nil)
    #expect(ValueType.date.common(with: .slug)?.utf8.count == 10)
    #expect(ValueType.slug.common(with: .uuid)?.utf8.count == 36)
    #expect(ValueType.oneOf(["x", "12"]).common(with: .int) == "12")
    #expect(ValueType.oneOf(["x"]).common(with: .oneOf(["y"])) == nil)
    #expect(ValueType.string.common(with: .string) == "")
    #expect(ValueType.oneOf(["\n"]).common(with: .string) == nil)
  }
}
