import Navigation
import TestSupport
import Testing

struct FullTreeTests {
  @Test(arguments: [Presentation.sheet, .push])
  func `a link that finds no more room leaves the state as it is`(_ presentation: Presentation) {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    app.route("/page", screen: "Page") {
      $0.presentation = presentation
      $0.repeatPolicy = .push
    }
    let definition = AppDefinition.valid(app)
    var state = NavigationState(of: definition)
    let link = Event.open("/page", from: .inside)
    let room = presentation == .sheet ? Limits.layersMax : Limits.stackDepthMax - 1
    for _ in 0..<room { #expect(state.apply(link, in: definition).outcome == .moved) }
    let before = state
    guard case .refused(.limit) = state.apply(link, in: definition).outcome else {
      Issue.record("there was more room")
      return
    }
    #expect(state == before)
  }
}
