import CLibrary
import HostTestSupport
import Navigation
import SignalboxHost
import TestSupport
import UIKitTestSupport

// Searches small apps on a host for anything that must not happen.
// usage: SmallWorldProbe model|uikit ACTS PART PARTS
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
guard arguments.count == 4, numbers.count == 3, numbers[2] > 0 else {
  print("usage: SmallWorldProbe model|uikit ACTS PART PARTS")
  exit(2)
}
switch arguments.first {
case "model": search(ModelHost.self)
case "uikit": search(UIKitApp.self)
case let host: print("unknown host '\(host ?? "")'")
}

@MainActor
func search<Host: SearchableHost>(_: Host.Type) {
  var (apps, moments, faulty) = (0, 0, 0)
  let seconds = threadSeconds {
    SmallApp.forEach(part: numbers[1], of: numbers[2]) { number, definition in
      let search = HostSearch<Host>(definition, actsMax: numbers[0])
      (apps, moments) = (apps + 1, moments + search.moments)
      guard !search.faults.isEmpty else { return }
      faulty += 1
      print("app \(number): \(search.faults)")
    }
  }
  print("\(apps) apps, \(moments) moments, \(faulty) faulty apps, \(Int(seconds)) s")
}
