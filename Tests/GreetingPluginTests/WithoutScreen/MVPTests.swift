import Testing

@testable import GreetingPlugin

/// A mock view.
private final class RecordingDisplay: GreetingDisplay {
  var shown: [String] = []

  func show(_ greeting: String) { shown.append(greeting) }
}

/// MVP without a screen. The comparison screen lists these tests.
@MainActor
struct MVPTests {
  private let display = RecordingDisplay()

  @Test func `the presenter shows the greeting in its view`() {
    GreetingPresenter(.ada, display: display).greet()
    GreetingPresenter(Person(first: "", last: ""), display: display).greet()
    #expect(display.shown == ["Hello, Ada Lovelace!", "Hello!"])
  }

  @Test func `the presenter shows nothing before the button is tapped`() {
    _ = GreetingPresenter(.ada, display: display)
    #expect(display.shown.isEmpty)
  }

  @Test func `the presenter does not retain its view`() {
    var display: RecordingDisplay? = RecordingDisplay()
    weak let watched = display
    let presenter = display.map { GreetingPresenter(.ada, display: $0) }
    display = nil
    #expect(watched == nil)
    presenter?.greet()
  }
}
