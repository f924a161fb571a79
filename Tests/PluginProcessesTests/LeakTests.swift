import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// Runs in its own process as an exit test, so that descriptors and children of other tests are not
/// counted.
struct LeakTests {
  // Goal: crashes leak nothing. Method: 1,000 restarts of a shell that ends at its first request.
  @Test func `1,000 crashes and restarts leak no descriptor and no child`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        var limits = PluginLimits.quick
        (limits.restartsMax, limits.backOffMilliseconds) = (1_000, 0)
        // libuv keeps two descriptors for signals until the program ends.
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
        // Swift's runtime creates a timer descriptor on first use; libuv creates none.
        let left = openDescriptors().subtracting(before).sorted().map(descriptorText)
          .filter { !$0.hasSuffix("[timerfd]") }
        try #require(left == [], "descriptors are left: \(left)")
      }
    }
  }
}
