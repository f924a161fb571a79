import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// Alone in its process by an exit test, so that the descriptors and children of other tests do not
/// count.
struct LeakTests {
  // Goal: crashes leave nothing behind.
  // Method: a shell that ends as soon as it is asked something is started 1,000 times.
  @Test func `1,000 crashes and restarts leave no descriptor and no child`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        var limits = PluginLimits.quick
        (limits.restartsMax, limits.backOffMilliseconds) = (1_000, 0)
        limits.farewellMilliseconds = 60_000
        // libuv keeps two descriptors for signals as long as the program runs.
        try Host([("first", ["/bin/cat"], ["First"])]).close()
        let before = openDescriptors()
        let host = try Host(
          [("crash", ["/bin/sh", "-c", "read line; echo bye >&2; exit 7"], ["Crash"])],
          limits: limits)
        let screen = try host.open("Crash")
        for _ in 0..<100_000 where screen.content.state == .loading {
          _ = host.processes.wait { screen.content.state != .loading }
        }
        let says = "plugin 'crash' is down after 1000 restarts: plugin 'crash' ended with code 7"
        try #require(screen.content.failure.contains(says))
        try #require(host.log.count { $0.contains("ended with code 7") } >= 1_001)
        host.close()
        try #require(!hasChild(), "a child is left")
        // Swift's runtime makes a timer for itself when it first wants one; libuv makes none.
        let left = openDescriptors().subtracting(before).sorted().map(descriptorText)
          .filter { !$0.hasSuffix("[timerfd]") }
        try #require(left == [], "descriptors are left: \(left)")
      }
    }
  }
}
