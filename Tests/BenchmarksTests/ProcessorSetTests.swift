import Testing

@testable import signalbox_bench

#if os(Linux)
  @MainActor
  struct ProcessorSetTests {
    @Test func `a thread bound to one processor runs on no other until it is unbound`()
      throws
    {
      let all = try #require(ProcessorSet.allowed)
      let first = try #require(all.only(0))
      first.take()
      defer { all.take() }
      let taken = try #require(ProcessorSet.allowed)
      #expect(taken.only(0) != nil)
      #expect(taken.only(1) == nil)
      all.take()
      #expect((ProcessorSet.allowed?.only(1) == nil) == (all.only(1) == nil))
    }
  }
#endif
