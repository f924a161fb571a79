/// A time limit on waiting.
struct Deadline {
  let seconds: Int
  private let end: ContinuousClock.Instant

  init(seconds: Int) {
    self.seconds = seconds
    end = ContinuousClock.now + .seconds(seconds)
  }

  var isOver: Bool { ContinuousClock.now >= end }
}
