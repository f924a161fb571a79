import Observation
import Synchronization
import Testing

@testable import GreetingPlugin

/// MVVM without a screen. The comparison screen lists these tests.
@MainActor
struct MVVMTests {
  @Test func `the view model keeps the greeting as its state`() {
    let viewModel = PersonGreetingViewModel(.ada)
    viewModel.greet()
    #expect(viewModel.greeting == "Hello, Ada Lovelace!")
    let nobody = PersonGreetingViewModel(Person(first: "", last: ""))
    nobody.greet()
    #expect(nobody.greeting == "Hello!")
  }

  @Test func `the view model has no greeting before the button is tapped`() {
    #expect(PersonGreetingViewModel(.ada).greeting == nil)
  }

  @Test func `the view model notifies its observers of a change`() {
    let viewModel: any GreetingViewModel = PersonGreetingViewModel(.ada)
    let changes = Mutex(0)
    withObservationTracking {
      _ = viewModel.greeting
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    viewModel.greet()
    #expect(changes.withLock { $0 } == 1)
  }
}
