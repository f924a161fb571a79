import Diagnostics
import FileAccess
import Navigation
import RouteImport
import TestSupport
import Testing

/// The values of JavaScript modules, with places in the modules.
struct ModuleTests {
  private func table(_ module: String, _ value: String) throws -> ImportedTable {
    let folder = try TemporaryFolder()
    try folder.file("linking.js", module)
    return try ImportKind.reactNavigation.table(
      module: folder("linking.js"), value: Array(value.utf8))
  }

  @Test func `a part of the value has its place in the module`() throws {
    let module = """
      // Home is 'home'
      const a = "it's", b = `x
      export const linking = { config: { screens: {
        Home: '', Item: { path: 'items/:id(\\\\d+)' },
        Shop: { screens: { Home: 'shop/home' } } } } }
      """
    let value =
      #"{"config":{"screens":{"Home":"","Item":{"path":"items/:id(\\d+)"},"#
      + #""Shop":{"screens":{"Home":"shop/home"}}}}}"#
    let places = try table(module, value).routes.map { route in
      "\(route.source.value) \(route.source.position?.line ?? 0):\(route.source.position?.column ?? 0)"
    }
    #expect(places == ["/ 4:3", "/items/:id(\\d+) 4:13", "/shop/home 5:22"])
  }

  @Test func `a computed part has the place of what precedes it`() throws {
    let table = try table(
      "export default make(screens)", #"{"screens":{"A":"a","B":{"path":"b/x"}}}"#)
    #expect(table.routes.map(\.source.position?.line) == [1, 1])
    #expect(table.routes.map(\.source.position?.column) == [21, 21])
  }
}
