import Analysis
import Testing

struct ShareTests {
  @Test(arguments: [
    (0, 0, "100 %"), (0, 1, "0.0 %"), (1, 1, "100 %"), (1, 3, "33.3 %"), (2, 3, "66.6 %"),
    (9_999, 10_000, "99.9 %"), (999_999, 1_000_000, "99.9 %"), (1, 1_000_000, "0.0 %"),
    (999, 1_000, "99.9 %"), (1_000_000_000, 1_000_000_000, "100 %"),
  ])
  func `a percentage is rounded down, so that only all is 100`(
    covered: Int, total: Int, percentage: String
  ) {
    #expect(Share(covered, of: total).percentage == percentage)
  }

  @Test(arguments: [
    ("0", "0 %"), ("100", "100 %"), ("100.000", "100 %"), ("92.5", "92.5 %"),
    ("007", "7 %"), ("0.001", "0.001 %"), ("99.999", "99.999 %"), ("12.340", "12.34 %"),
  ])
  func `a percentage has at most three decimals`(text: String, written: String) {
    #expect(Percentage(text)?.text == written)
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "101", "100.001", "1000", "92,5", "92.", ".5", "1.2345", "1.2.3", "9e1",
    "90%", " 90", "٣", "0x10", "99999999999999999999",
  ])
  func `another text is no percentage`(text: String) {
    #expect(Percentage(text) == nil)
  }

  @Test(arguments: [
    (0, 0, "100", false), (0, 1, "0", false), (0, 1, "0.001", true), (9, 10, "90", false),
    (9, 10, "90.001", true), (1, 3, "33.333", false), (1, 3, "33.334", true),
    (99_999, 100_000, "99.999", false), (999_999, 1_000_000, "100", true),
    (999_989, 1_000_000, "99.999", true), (1_000_000, 1_000_000, "100", false),
  ])
  func `a share is compared without rounding`(
    covered: Int, total: Int, minimum: String, isLess: Bool
  ) throws {
    #expect(Share(covered, of: total).isLess(than: try #require(Percentage(minimum))) == isLess)
  }
}
