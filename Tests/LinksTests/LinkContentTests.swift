import Testing

@testable import Links

/// What a screen has from its link is read as it was given, whatever the lengths.
struct LinkContentTests {
  /// Lengths around those at which a length takes another byte or the text leaves the stack.
  private static let texts: [String?] =
    [nil, "", "42", "a/b?c=%2F", "é", "\u{1}"]
    + [61, 62, 63, 64, 500, 4_094, 4_095, 4_096].map { String(repeating: "x", count: $0) }

  @Test(arguments: texts) func `parts are read as they were given`(first: String?) {
    for second in Self.texts {
      let query = [
        QueryItem(name: "a b", value: second ?? "é&=%+"), QueryItem(name: "", value: ""),
      ]
      let content = LinkContent(
        values: [first, second], query: query, result: second, resultNumber: .max)
      #expect(content.values == [first, second])
      #expect(content.query == query)
      #expect(content.result?.text == second)
      #expect(content.result?.number == second.map { _ in .max })

      let plain = LinkContent(values: [first, second])
      #expect(plain.hasSameValues(as: content) && content.hasSameValues(as: plain))
      #expect(plain != content && plain == LinkContent(values: [first, second]))
      #expect(plain.query.isEmpty && plain.result?.text == nil)

      let parent = LinkContent { writer in
        writer.add(1, of: content)
        writer.add(9, of: content)
        writer.add(first)
      }
      #expect(parent.values == [second, nil, first])
    }
  }

  @Test func `texts are compared as bytes`() {
    let (composed, decomposed) = (LinkContent(values: ["é"]), LinkContent(values: ["e\u{301}"]))
    #expect(composed != decomposed && !composed.hasSameValues(as: decomposed))
    #expect(!LinkContent(values: [nil]).hasSameValues(as: LinkContent(values: [""])))
    #expect(LinkContent(values: []) == LinkContent() && LinkContent().values.isEmpty)
  }
}
