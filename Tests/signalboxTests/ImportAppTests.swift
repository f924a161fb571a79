import FileAccess
import TestSupport
import Testing

/// `signalbox import` of modules as apps have them: with types, aliases, packages and images.
struct ImportAppTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try createFolder(folder("src/router"))
    for (name, text) in Self.files { try folder.file(name, text) }
  }

  private static let files = [
    "tsconfig.json": """
    { // The aliases are in another file.
      "files": [], "references": [{ "path": "./tsconfig.app.json" }], }
    """,
    "tsconfig.app.json": #"{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }"#,
    "package.json": "{}",
    "src/names.ts": """
    export enum Name { Home = 'Home', Item = 'Item' }
    export * from './more.js'
    export default { base: 'shop' }
    """,
    "src/more.ts": "export const more: string = 'more'",
    "src/broken.ts": "throw new Error('native module'); export const x = 1",
    "src/logo.png": "PNG",
    "src/data.json": #"{ "path": "data" }"#,
    "src/linking.ts": """
    import type { LinkingOptions } from '@react-navigation/native'
    import Config from 'react-native-config'
    import { getStateFromPath } from '@react-navigation/native'
    import { Name, more } from '@app/names'
    import names from './names'
    import data from '@/data.json'
    import { x } from './broken'
    import './setup'
    import logo from './logo.png'
    const id = ':id(\\\\d+)' as const
    const loader = () => import('./never')
    const [first] = [{ path: 'twice' }]
    export const linking: LinkingOptions<object> = {
      prefixes: ['shop://', `https://${Config.HOST}`],
      config: {
        screens: {
          [Name.Home]: '',
          Item: { path: `items/${id}`, parse: { id: Number } },
          More: { path: `${more}/${names.base}/${data.path}` },
          Twice: { path: 'twice' },
          Logo: { path: logo.uri },
          Broken: { path: x },
        },
      },
      getStateFromPath,
    }
    """,
    "src/router/index.ts": """
    import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router'
    import HomeView from '@/views/HomeView.vue'
    const routes: RouteRecordRaw[] = [
      { path: '/', name: 'home', component: HomeView },
      { path: '/about', component: () => import('../views/AboutView.vue') },
    ]
    const router = createRouter({ history: createWebHistory(import.meta.env.BASE_URL), routes })
    router.beforeEach((to) => to.meta.open ?? '/login')
    export default router
    """,
    "src/App.tsx": """
    import { createStaticNavigation } from '@react-navigation/native'
    import { createNativeStackNavigator, createNativeStackScreen }
      from '@react-navigation/native-stack'
    import { View } from 'react-native'
    import { useIsSignedIn } from './auth'
    const Root = createNativeStackNavigator({
      screens: {
        Home: { screen: () => <View />, linking: '', if: useIsSignedIn },
        Item: createNativeStackScreen({ screen: View, linking: { path: 'items/:id' } }),
        SignIn: { screen: View, linking: 'sign-in', if: () => !useIsSignedIn() },
      },
    })
    const Navigation = createStaticNavigation(Root)
    export default function App() {
      return <Navigation linking={{ prefixes: ['shop://'] }} />
    }
    """,
    "src/auth.ts": "export const useIsSignedIn = (): boolean => true",
    "src/Old.tsx": """
    import { NavigationContainer } from '@react-navigation/native'
    export const Old = () =>
      <NavigationContainer linking={{ prefixes: ['a://'], config: { screens: { A: 'a' } } }} />
    """,
  ]

  private func output(of line: String, with programs: String) throws -> String {
    try ShellSession.output(of: line, with: programs, in: folder)
  }

  static let hasTools = ["node", "tsc", "esbuild"].allSatisfy { ImportTests.has($0) }

  /// The programs, and the tool that the report names.
  static let tools: [(programs: String, name: String)] = [
    ("tsc", "typescript in PATH"), ("esbuild", "esbuild in PATH"),
    ("esbuild tsc", "typescript in PATH"),
  ]

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"), arguments: tools.indices)
  func `a module is imported untouched, whatever transforms it`(index: Int) throws {
    let (programs, name) = Self.tools[index]
    let text = try output(
      of: "signalbox import react-navigation src/linking.ts --set HOST=shop.example 2>&1",
      with: programs)
    for line in [
      "links: [shop://, https://shop.example]", "- { path: /, screen: Home }",
      #"- { path: '/items/:id(\d+)', screen: Item }"#, "- { path: /more/shop/data, screen: More }",
      "- { path: /twice, screen: Twice }",
      "'/${src/logo.png.uri}' is dropped: ${src/logo.png.uri} is unknown here",
      "'/${src/broken.ts.x}' is dropped: ${src/broken.ts.x} is unknown here",
      "the file 'src/broken.ts' is dropped: Error: native module, so that what it exports is",
      "src/linking.ts and 3 of the files that it imports, read with \(name)\n",
      "6 routes: 3 imported, 1 changed, 2 dropped",
    ] { #expect(text.contains(line), "\(line) of \(text)") }
    let isPlaced = name.hasPrefix("typescript")
    #expect(text.contains("src/linking.ts:18:7: note[import/changed]: '/items") == isPlaced)
    #expect(text.contains("\nnote[import/changed]: '/items") == !isPlaced, "\(text)")
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"), arguments: tools.indices)
  func `a value that no text of a module asks for is an error`(index: Int) throws {
    let text = try output(
      of: "signalbox import react-navigation src/linking.ts --set HOSTS=shop.example 2>&1",
      with: Self.tools[index].programs)
    #expect(
      text.contains("no text of the source is unknown as 'HOSTS'. Did you mean 'HOST'?"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"), arguments: tools.indices)
  func `a router that imports views is imported untouched`(index: Int) throws {
    let text = try output(
      of: "signalbox import vue-router src/router/index.ts 2>&1 | $s -n '/path:/p;$p'",
      with: Self.tools[index].programs)
    #expect(
      text == """
          - { path: /, screen: home }
          - { path: /about, screen: AboutView }
        2 routes: 2 imported, 0 changed, 0 dropped
        exit 0

        """)
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"), arguments: tools.indices)
  func `a static configuration is found by its call`(index: Int) throws {
    let row = Self.tools[index]
    let text = try output(
      of: "signalbox import react-navigation src/App.tsx 2>&1", with: row.programs)
    for line in [
      "root: { kind: switch, children: [isSignedIn, signedOut] }",
      "isSignedIn: { challenge: /sign-in }", "- { path: /items/:id, screen: Item, as: cover }",
    ] { #expect(text.contains(line), "\(line) of \(text)") }
    // The linking of a component is in the syntax tree.
    #expect(text.contains("links: [shop://]") == row.name.hasPrefix("typescript"))
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"))
  func `an object inside a component is found by typescript, and otherwise has advice`() throws {
    let line = "signalbox import react-navigation src/Old.tsx 2>&1"
    let text = try output(of: line, with: "tsc")
    #expect(text.contains("- { path: /a, screen: A }"), "\(text)")
    let other = try output(of: line, with: "esbuild")
    #expect(
      other.contains(
        "none of its exports linking, default has routes, and esbuild shows no object inside a "
          + "component: it exports Old; name one with '--export'"), "\(other)")
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"))
  func `the tools of the project come first`() throws {
    let text = try output(
      of: """
        mkdir -p node_modules/esbuild/bin
        ln -s "$(readlink -f "$(command -v esbuild)")" node_modules/esbuild/bin/esbuild
        signalbox import react-navigation src/linking.ts 2>&1 | $s -n '/read with/p'
        tsc=$(readlink -f "$(command -v tsc)")
        ln -s "${tsc%/bin/tsc}" node_modules/typescript
        signalbox import react-navigation src/linking.ts 2>&1 | $s -n '/read with/p'
        """, with: "tsc esbuild")
    #expect(
      text == """
        src/linking.ts and 3 of the files that it imports, read with esbuild of node_modules
        src/linking.ts and 3 of the files that it imports, read with typescript of node_modules
        exit 0

        """)
  }

  @Test(.enabled(if: ImportTests.hasNode, "node is not installed"))
  func `without a tool, plain modules are imported, and others say what is missing`() throws {
    try folder.file(
      "m.mjs",
      """
      import Config, { a as b } from 'pkg'
      import * as all from './n.mjs'
      import one, {
        two
      } from './n.mjs'
      export { three } from './n.mjs'
      export * from './n.mjs'
      const base = `${import.meta.env.BASE_URL}`
      export const linking = {
        prefixes: ['a://'],
        config: { screens: { A: one.path, B: two, C: all.three(), D: base + b } },
      }
      """)
    try folder.file(
      "n.mjs",
      """
      export default { path: 'one' }
      export const two = 'two'
      export function three() { return 'three' }
      """)
    let text = try output(of: "signalbox import react-navigation m.mjs 2>&1", with: "")
    for line in [
      "- { path: /one, screen: A }", "- { path: /two, screen: B }", "- { path: /three, screen: C }",
      "${pkg.a} is unknown here",
    ] { #expect(text.contains(line), "\(line) of \(text)") }
    #expect(text.contains("m.mjs and 1 of the files that it imports, read with node v"), "\(text)")
    let typed = try output(of: "signalbox import react-navigation src/App.tsx", with: "")
    #expect(
      typed.contains(
        "cannot read .tsx: there is neither typescript nor esbuild in node_modules or PATH"),
      "\(typed)")
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"))
  func `routes that a module only passes to its router are found`() throws {
    try folder.file(
      "old.js",
      """
      import Vue from 'vue'
      import Router from 'vue-router'
      Vue.use(Router)
      const routes = [{ path: '/old', component: () => import('@/Old') }]
      const makeRouter = () => new Router({ routes })
      export function reset() { return makeRouter() }
      export default makeRouter()
      """)
    try folder.file(
      "child.module.ts",
      """
      import { NgModule } from '@angular/core'
      import { RouterModule } from '@angular/router'
      import { Names } from 'pkg/names'
      @NgModule({ imports: [RouterModule.forChild([
        { path: 'child', loadChildren: async () => (await import('./inner')).Inner },
        { path: `:${Names.id}`, component: class A {} } ])] })
      export class ChildModule {}
      """)
    try folder.file(
      "inner.ts", "export const Inner = [{ path: 'x', component: class X {} }]")
    try folder.file(
      "main.tsx",
      """
      import { createBrowserRouter, createRoutesFromElements, Route } from 'react-router'
      const Page = () => <p />
      createBrowserRouter(createRoutesFromElements(
        <Route path="/" element={<Page />}><><Route path="in" Component={Page} /></></Route>))
      """)
    let text = try output(
      of: """
        signalbox import vue-router old.js 2>&1 | $s -n '/path:/p'
        signalbox import angular child.module.ts 2>&1 | $s -n '/  - .*path:/p;/^child.*dropped/p'
        signalbox import react-router main.tsx 2>&1 | $s -n '/path:/p'
        """, with: "tsc")
    #expect(
      text == """
          - { path: /old, screen: Old }
          - { path: /child/x, screen: X }
        child.module.ts:6:11: warning[import/dropped]: '/:${pkg/names.Names.id}' is dropped: \
        ${pkg/names.Names.id} is unknown here. Give it with '--set id=VALUE'.
          - { path: /, screen: Page }
          - { path: /in, screen: Page }
        exit 0

        """)
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"))
  func `an export is chosen by its name`() throws {
    try folder.file("m.ts", "export const a = { screens: { A: 'a' } }, b = { screens: { B: 'b' } }")
    let text = try output(
      of: """
        signalbox import react-navigation m.ts --export b 2>report | $s -n '/path:/p'
        signalbox import react-navigation m.ts --export c 2>&1
        """, with: "tsc")
    #expect(text.hasPrefix("  - { path: /b, screen: B }\n"), "\(text)")
    #expect(
      text.contains("it has no export 'c': it exports a, b; name one with '--export'"), "\(text)")
  }

  @Test(.enabled(if: hasTools, "node, tsc or esbuild is not installed"))
  func `objects with the same text have places of their own`() throws {
    try folder.file(
      "m.ts",
      """
      const shared = { path: 'x', parse: { id: Number } };
      [shared.path] = ['a/:id'];
      for (const { path } of [shared]) path.length
      export const linking = { screens: { B: { path: 'b/:id', parse: { id: Number } },
        A: { path: 'a/:id', parse: { id: Number } }, C: { ...shared, path: 'c/:id' } } }
      """)
    let text = try output(
      of: "signalbox import react-navigation m.ts 2>&1 | $s -n '/^m.ts:/p'", with: "tsc")
    #expect(
      text
        == """
        m.ts:4:37: note[import/changed]: '/b/:id' is changed: without 'parse'.
        m.ts:5:3: note[import/changed]: '/a/:id' is changed: without 'parse'.
        m.ts:5:48: note[import/changed]: '/c/:id' is changed: without 'parse'.
        exit 0

        """.replacing("exit 0", with: "exit 0"), "\(text)")
  }
}
