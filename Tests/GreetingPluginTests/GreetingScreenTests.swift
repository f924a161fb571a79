import Commands
import PluginTestSupport
import Screens
import Testing

@testable import GreetingPlugin

/// The greeting screens, opened by the links of `Routes/greeting.yaml`.
@MainActor
struct GreetingScreenTests {
  private let app: BundledApp

  init() throws {
    app = try BundledApp([Greeting()])
  }

  nonisolated static let patterns = [("mvc", "MVC"), ("mvp", "MVP"), ("mvvm", "MVVM")]

  @Test(arguments: patterns)
  func `every pattern gives the same greeting`(key: String, name: String) throws {
    try app.run("open /greeting")
    try app.run("tap \(key)")
    #expect(app.content?.title == "Greeting as \(name)")
    #expect(app.content?.rows.map(\.title) == ["Nobody has been greeted yet."])
    try app.run("tap greet")
    #expect(app.content?.rows.map(\.title) == ["Hello, Ada Lovelace!"])
    try app.run("tap close")
    #expect(app.content?.title == "MVC, MVP, MVVM side by side")
  }

  @Test func `the plugin's script passes`() throws {
    let report = try BundledApp.replayed(["greeting.nav"], with: [Greeting()])
    #expect(report.failures == 0, "\(report.text)")
    #expect(report.counts.expectations > 10)
  }

  nonisolated static let people = [
    ("first=Grace&last=Hopper", "Hello, Grace Hopper!"), ("last=Hopper", "Hello, Hopper!"),
    ("first=%EC%A7%80%EC%9D%80", "Hello, 지은!"), ("first=&last=", "Hello!"),
    ("middle=X", "Hello, Ada Lovelace!"),
  ]

  @Test(arguments: people, patterns.map(\.0))
  func `the person in a link is greeted`(
    person: (query: String, greeting: String), key: String
  ) throws {
    try app.run("open /greeting/\(key)?\(person.query)")
    try app.run("tap greet")
    #expect(app.content?.rows.map(\.title) == [person.greeting])
  }
}
