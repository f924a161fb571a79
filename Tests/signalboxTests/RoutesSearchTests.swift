import Diagnostics
import Navigation
import Testing

@testable import signalbox

struct RoutesSearchTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var settings: [String] = []
    var variable: String?
    var executable: String? = "/opt/box/bin/signalbox"
    var folders: Set<String> = []
    var files: Set<String> = []
    let expected: [String]?
  }

  static let share = "/opt/box/share/signalbox/Routes"

  static let rows = [
    Row(
      testDescription: "the variable wins, and is not looked at", settings: ["a"], variable: "c",
      folders: [share], expected: ["c"]),
    Row(
      testDescription: "then the settings", settings: ["a", "b"], folders: [share, "Routes"],
      expected: ["a", "b"]),
    Row(
      testDescription: "an empty variable counts as none", variable: "", folders: [share],
      expected: [share]),
    Row(
      testDescription: "then the current folder", folders: [share, "Routes"], expected: ["Routes"]),
    Row(testDescription: "then where it is installed", folders: [share], expected: [share]),
    Row(
      testDescription: "then the package it was built in",
      executable: "/home/me/box/.build/debug/signalbox", folders: ["/home/me/box/Routes"],
      files: ["/home/me/box/Package.swift", "/home/me/Package.swift"],
      expected: ["/home/me/box/Routes"]),
    Row(testDescription: "an executable in the root", executable: "/signalbox", expected: nil),
    Row(testDescription: "an unknown executable", executable: nil, expected: nil),
    Row(testDescription: "nothing anywhere", expected: nil),
  ]

  @Test(arguments: rows)
  func search(_ row: Row) throws {
    let search = RoutesSearch(
      variable: row.variable, settings: row.settings.map { Located($0, at: nil) },
      executable: row.executable,
      isFolder: { row.folders.contains($0) }, isFile: { row.files.contains($0) })
    if let expected = row.expected {
      #expect(try search.paths().value == expected)
    } else {
      #expect(throws: Diagnostic.self) { try search.paths() }
    }
  }

  @Test func `the error lists the folders that were searched`() {
    let search = RoutesSearch(
      variable: nil, executable: "/opt/box/bin/signalbox", isFolder: { _ in false },
      isFile: { $0 == "/opt/box/Package.swift" })
    let error = #expect(throws: Diagnostic.self) { try search.paths() }
    #expect(
      error?.message == "no route files are given, and none of these folders exists: "
        + "Routes, /opt/box/share/signalbox/Routes, /opt/box/Routes")
  }
}
