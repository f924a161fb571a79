import Diagnostics
import Navigation
import RouteFiles
import TestSupport
import Testing

/// Route files of our own for the public link formats of four apps, and what their links open.
struct RealLinkTests {
  static let pocketCasts = [
    """
    signalbox: 1
    plugin: pocketcasts
    links: [pktc://, https://pca.st]
    coordinators: { main: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Discover }
      - { path: "/podcast/:id", params: { id: uuid }, screen: Podcast }
      - { path: "/episode/:id", params: { id: uuid }, screen: Episode }
      - path: /episode/:id
        params: { id: uuid }
        query: { t: (\\d+) }
        screen: Episode
      - path: /episode/:id
        params: { id: uuid }
        query: { t: "(\\\\d+,\\\\d+)" }
        screen: Clip
      - { path: "/itunes/:id", params: { id: uint }, screen: Import }
      - { path: "/subscribe/:feed+", screen: Subscribe }
      - { path: /upnext, query: { location: (?i:tab|player) }, screen: UpNext }
    screens: { Discover: {}, Podcast: {}, Episode: {}, Clip: {}, Import: {}, Subscribe: {}, UpNext: {} }
    """
  ]

  private static let uuid = "70d12c50-2a1b-0132-d2ee-5f4c86fd3263"

  static let pocketCastsLinks = [
    ("pktc://", "Discover"), ("https://pca.st/", "Discover"),
    ("https://pca.st/podcast/\(uuid)", "Podcast id=\(uuid)"),
    ("https://pca.st/episode/\(uuid)", "Episode id=\(uuid)"),
    ("https://pca.st/episode/\(uuid)?t=90", "Episode id=\(uuid) t=90"),
    ("https://pca.st/episode/\(uuid)?t=90,120", "Clip id=\(uuid) t=90,120"),
    ("https://pca.st/episode/\(uuid)?t=90%2C120", "Clip id=\(uuid) t=90,120"),
    ("https://pca.st/episode/\(uuid)?t=soon", "Episode id=\(uuid)"),
    ("https://pca.st/itunes/1200361736", "Import id=1200361736"),
    ("https://pca.st/itunes/none", "not-found"),
    ("pktc://subscribe/feeds.example.com/a.xml", "Subscribe feed=feeds.example.com/a.xml"),
    ("pktc://upnext?location=tab", "UpNext location=tab"),
    ("pktc://upnext?location=TAB", "UpNext location=TAB"),
    ("pktc://upnext?location=moon", "not-found"),
  ]

  static let firefox = [
    """
    signalbox: 1
    plugin: firefox
    links: [firefox://]
    coordinators: { main: { kind: stack, start: "firefox://" } }
    routes:
      - { path: /, screen: Home }
      - path: /open-url
        query: { url: (?i:https?://.+), private: "bool?" }
        screen: Tab
      - { path: /open-text, query: { text: string }, screen: Search }
      - { path: /deep-link, query: { url: string }, redirect: ":url" }
      - { path: "/settings/:page", params: { page: [general, newtab, logins] }, screen: Settings }
      - { path: "/homepanel/:panel", params: { panel: [bookmarks, history] }, screen: Panel }
    screens: { Home: {}, Tab: {}, Search: {}, Settings: {}, Panel: {} }
    """,
    """
    signalbox: 1
    plugin: web
    links: [https://*, http://*]
    routes:
      - path: "{/*}?"
        parts: [scheme, host, query]
        screen: Tab
        values: { url: ":scheme://:host/:0" }
    """,
  ]

  static let firefoxLinks = [
    ("firefox://", "Home"),
    ("firefox://open-url?url=https%3A%2F%2Fexample.com%2Fa%3Fb", "Tab url=https://example.com/a?b"),
    (
      "firefox://open-url?url=HTTP://example.com&private=true",
      "Tab url=HTTP://example.com private=true"
    ),
    ("firefox://open-url?url=javascript:alert(1)", "not-found"),
    ("firefox://open-url?url=file:///etc/hosts", "not-found"),
    ("firefox://open-text?text=route%20files", "Search text=route files"),
    ("firefox://deep-link?url=/settings/newtab", "Settings page=newtab"),
    ("firefox://deep-link?url=/homepanel/history", "Panel panel=history"),
    ("firefox://deep-link?url=firefox%3A%2F%2Fsettings%2Fgeneral", "Settings page=general"),
    ("firefox://deep-link?url=/settings/moon", "not-found"),
    ("firefox://deep-link?url=https://example.com/", "foreign"),
    ("firefox://deep-link?url=//example.com/settings/newtab", "foreign"),
    (
      "https://example.com/a/b?c=d",
      "Tab 0=a/b scheme=https host=example.com query=c=d url=https://example.com/a/b"
    ),
    ("http://Example.com", "Tab scheme=http host=example.com url=http://example.com/"),
    ("ftp://example.com/a", "foreign"),
  ]

  static let element = [
    """
    signalbox: 1
    plugin: matrixto
    links: [https://matrix.to/#/]
    routes:
      - { path: "/#:alias", query: { via: "string?" }, screen: Room }
      - { path: "/!:room", query: { via: "string?" }, screen: Room }
      - { path: "/!:room/$:event", query: { via: "string?" }, screen: Event }
      - { path: "/@:user", screen: User }
    """,
    """
    signalbox: 1
    plugin: element
    links: [https://app.element.io/#/, element://]
    coordinators: { main: { kind: stack, start: /home } }
    routes:
      - { path: /home, screen: Home }
      - { path: "/room/#:alias", screen: Room }
      - { path: "/room/!:room", screen: Room }
      - { path: "/room/!:room/$:event", screen: Event }
      - { path: "/user/@:user", screen: User }
    screens: { Home: {}, Room: {}, Event: {}, User: {} }
    """,
  ]

  static let elementLinks = [
    ("https://matrix.to/#/#alias:matrix.org", "Room alias=alias:matrix.org"),
    ("https://matrix.to/#/%23alias:matrix.org", "Room alias=alias:matrix.org"),
    (
      "https://matrix.to/#/#alias:matrix.org?via=example.org",
      "Room alias=alias:matrix.org via=example.org"
    ),
    ("https://matrix.to/#/!abc:matrix.org", "Room room=abc:matrix.org"),
    ("https://matrix.to/#/!abc:matrix.org/$def:x", "Event room=abc:matrix.org event=def:x"),
    ("https://matrix.to/#/@user:matrix.org", "User user=user:matrix.org"),
    ("https://matrix.to/#/plain", "not-found"), ("https://matrix.to/#alias:matrix.org", "foreign"),
    ("https://app.element.io/#/home", "Home"),
    ("https://app.element.io/#/room/#alias:matrix.org", "Room alias=alias:matrix.org"),
    ("https://app.element.io/#/room/!abc:matrix.org/$def", "Event room=abc:matrix.org event=def"),
    ("https://app.element.io/#/user/@user:matrix.org", "User user=user:matrix.org"),
    ("element://room/%23alias:matrix.org", "Room alias=alias:matrix.org"),
    ("element://user/@user:matrix.org", "User user=user:matrix.org"),
  ]

  static let mattermost = [
    """
    signalbox: 1
    plugin: mattermost
    links: [mattermost://*, https://*]
    coordinators: { main: { kind: stack, start: /home } }
    routes:
      - { path: /home, screen: Home }
      - { path: "/:team/channels/:channel", parts: [host], screen: Channel }
      - { path: "/:team/messages/@:user", parts: [host], screen: Direct }
      - { path: "/:team/messages/:group([0-9a-f]{40})", parts: [host], screen: Group }
      - { path: "/:team/pl/:post([a-z0-9]{26})", parts: [host], screen: Post }
      - { path: "/_redirect/pl/:post([a-z0-9]{26})", parts: [host], screen: Post }
      - { path: "/admin_console{/*}?", as: refuse }
      - { path: "/plugins/*", as: outside }
      - { path: "/:team", parts: [host], screen: Team }
    screens: { Home: {}, Channel: {}, Direct: {}, Group: {}, Post: {}, Team: {} }
    """
  ]

  private static let post = "abcdefghijklmnopqrstuvwxyz"

  static let mattermostLinks = [
    (
      "mattermost://chat.example.com/core/channels/town-square",
      "Channel team=core channel=town-square host=chat.example.com"
    ),
    (
      "https://chat.example.com/core/channels/town-square",
      "Channel team=core channel=town-square host=chat.example.com"
    ),
    (
      "https://Other.example.org/core/channels/off-topic",
      "Channel team=core channel=off-topic host=other.example.org"
    ),
    (
      "mattermost://chat.example.com:8065/core/channels/x",
      "Channel team=core channel=x host=chat.example.com:8065"
    ),
    (
      "mattermost://chat.example.com/core/messages/@user",
      "Direct team=core user=user host=chat.example.com"
    ),
    (
      "https://chat.example.com/core/pl/\(post)",
      "Post team=core post=\(post) host=chat.example.com"
    ),
    ("https://chat.example.com/_redirect/pl/\(post)", "Post post=\(post) host=chat.example.com"),
    ("https://chat.example.com/core/pl/short", "not-found"),
    ("https://chat.example.com/core", "Team team=core host=chat.example.com"),
    ("mattermost://chat.example.com/core", "Team team=core host=chat.example.com"),
    ("https://chat.example.com/admin_console", "forbidden"),
    ("mattermost://chat.example.com/admin_console/users", "forbidden"),
    ("https://chat.example.com/plugins/jira", "browser"),
    ("http://chat.example.com/core/channels/x", "foreign"), ("mattermost:///core", "foreign"),
  ]

  private static func definition(_ files: [String]) throws -> AppDefinition {
    let read = files.map { RouteFolder.parse(Array($0.utf8), file: "app.yaml") }
    #expect(read.flatMap(\.errors).map(\.summary) == [])
    do throws(DiagnosticList) {
      return try AppDefinition(plugins: read.compactMap(\.plugin))
    } catch {
      for error in error.diagnostics { Issue.record("\(error.summary)") }
      throw error
    }
  }

  private static func answer(_ link: String, in definition: AppDefinition) -> String {
    do throws(Refusal) {
      let found = try definition.resolve(link)
      guard case .screen(let screen) = definition[found.route].target else { return "browser" }
      let values = definition.values(of: found.route, given: found.values)
      return ([definition[screen].name] + values.map { "\($0.name)=\($0.value)" })
        .joined(separator: " ")
    } catch {
      return error.reason
    }
  }

  @Test(arguments: pocketCastsLinks)
  func `links in the format of Pocket Casts`(link: String, expected: String) throws {
    #expect(Self.answer(link, in: try Self.definition(Self.pocketCasts)) == expected)
  }

  @Test(arguments: firefoxLinks)
  func `links in the format of Firefox`(link: String, expected: String) throws {
    #expect(Self.answer(link, in: try Self.definition(Self.firefox)) == expected)
  }

  @Test(arguments: elementLinks)
  func `links in the format of Element`(link: String, expected: String) throws {
    #expect(Self.answer(link, in: try Self.definition(Self.element)) == expected)
  }

  @Test(arguments: mattermostLinks)
  func `links in the format of Mattermost`(link: String, expected: String) throws {
    #expect(Self.answer(link, in: try Self.definition(Self.mattermost)) == expected)
  }
}
