import CLibrary
import Diagnostics
import HostTestSupport
import Navigation
import SignalboxHost
import SwiftUITestSupport
import TestSupport
import UIKitTestSupport

// Looks for anything that must not happen on a host, in all small apps or in random ones, faster
// than the tests if it is built in release.
// usage: HostProbe search model|uikit|swiftui ACTS PART PARTS [CHECKED-EVERY [EVENTS-FIRST]]
//        HostProbe walk model|uikit|swiftui FIRST-SEED COUNT
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst(2).compactMap { Int($0) }
let seconds = threadSeconds {
  switch (arguments.prefix(2), min(numbers.count, arguments.first == "search" ? 3 : 2)) {
  case (["search", "model"], 3): search(ModelHost.self)
  case (["search", "uikit"], 3): search(UIKitApp.self)
  case (["search", "swiftui"], 3): search(SwiftUIApp.self)
  case (["walk", "model"], 2): walk(ModelHost.self)
  case (["walk", "uikit"], 2): walk(UIKitApp.self)
  case (["walk", "swiftui"], 2): walk(SwiftUIApp.self)
  default: print("usage: see the source")
  }
}
print("\(Int(seconds)) s")

@MainActor
func search(_ kind: any SearchableHost.Type) {
  var (apps, moments, faulty, hosts) = (0, 0, 0, 0)
  let reactions = AllHostReactions()
  func report() {
    print(
      "\(apps) apps, \(moments) moments, \(faulty) faulty apps;",
      "\(reactions.count) reactions of the host, observed in \(hosts) starts")
    fflush(nil)
  }
  SmallApp.forEach(inParts: numbers[1]..<numbers[1] + 1, of: max(1, numbers[2])) {
    number, definition in
    let search = HostSearch(
      kind, definition, eventsFirst: numbers.count > 4 ? numbers[4] : 0, actsMax: numbers[0],
      reactions[definition], checkedEvery: numbers.count > 3 ? numbers[3] : 1_000)
    (apps, moments, hosts) = (apps + 1, moments + search.moments, hosts + search.hosts)
    if !search.faults.isEmpty {
      faulty += 1
      print("app \(number): \(search.faults)")
    }
    if apps % 1_000 == 0 { report() }
  }
  report()
}

@MainActor
func walk<Host: HostUnderTest>(_: Host.Type) {
  var faulty = 0
  for seed in numbers[0]..<numbers[0] + max(0, numbers[1]) {
    var random = SplitMix64(seed: UInt64(clamping: seed))
    let definition = RandomApp.definition(&random)
    let faults = Host.faults(inWalkThrough: definition, steps: 500, &random)
    guard !faults.isEmpty else { continue }
    faulty += 1
    print("seed \(seed): \(faults)")
  }
  print("\(numbers[1]) walks, \(faulty) faulty")
}
