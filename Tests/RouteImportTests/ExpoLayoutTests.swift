import FileAccess
import RouteImport
import TestSupport
import Testing

/// What layouts of Expo Router say of the screens in them: their order, presentation and guards.
struct ExpoLayoutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  static let orders: [(layout: String, screens: [String], tabs: String)] = [
    (
      "<Tabs initialRouteName='movies'><Tabs.Screen name='search' /><Tabs.Screen name='movies' />"
        + "<Tabs.Screen name='ai' /></Tabs>", ["ai", "movies", "search"], "Movies, Search, Ai"
    ),
    (
      "<Tabs><Tabs.Screen name='search' options={{ tabBarIcon: () => <Icon name='zoo' /> }} />"
        + "<Tabs.Screen name='ai' />", ["ai", "b", "search", "zoo"], "Search, Ai, B, Zoo"
    ),
    // The app begins with '/'.
    (
      "<Tabs><Tabs.Screen name='search' /><Tabs.Screen name='index' /></Tabs>",
      ["ai", "index", "search"], "Index, Search, Ai"
    ),
    (
      "export const unstable_settings = { initialRouteName: 'search' }; <Tabs />",
      ["ai", "movies", "search"], "Search, Ai, Movies"
    ),
    (
      "<NativeTabs><NativeTabs.Trigger name={'search'} /><NativeTabs.Trigger name='ai' />",
      ["ai", "search"], "Search, Ai"
    ),
  ]

  @Test(arguments: orders.indices)
  func `tabs have the order of their layout, and the first one begins`(index: Int) throws {
    let row = Self.orders[index]
    let files = row.screens.map { ("app/\($0).tsx", "") } + [("app/_layout.tsx", row.layout)]
    let imported = try Imported.expo(Dictionary(uniqueKeysWithValues: files), in: folder)
    #expect(imported.coordinatorLines.last == "root: { kind: tabs, children: [\(row.tabs)] }")
  }
}
