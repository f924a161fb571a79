import FileAccess
import TestSupport
import Testing

/// What the evaluation of a module knows of values and files.
struct ImportedValuesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func output(of line: String, with programs: String) throws -> String {
    try ShellSession.output(of: line, with: programs, in: folder)
  }

  @Test(
    .enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"),
    arguments: ImportAppTests.tools.indices)
  func `the query items of validateSearch are known by schemas and functions`(index: Int) throws {
    try folder.file(
      "tree.ts",
      """
      import { createRootRoute, createRoute } from '@tanstack/react-router'
      import { z } from 'zod'
      import * as v from 'valibot'
      import { fallback, zodValidator } from '@tanstack/zod-adapter'
      const root = createRootRoute()
      const route = (path, validateSearch) =>
        createRoute({ getParentRoute: () => root, path, validateSearch })
      const schema = z.object({ page: z.number().int().catch(1), q: z.string().optional(),
        sort: z.enum(['new', 'old']).default('new'), tags: z.array(z.string()), on: z.boolean(),
        roles: z.array(z.enum(['a', 'b'])).optional().catch([]), kinds: z.enum(['a']).array(),
        either: z.number().or(z.string()) })
      export const routeTree = root.addChildren([
        route('/', undefined),
        route('a', schema),
        route('b', zodValidator(z.object({ n: fallback(z.number(), 1).default(1) }))),
        route('c', v.object({ n: v.optional(v.fallback(v.pipe(v.number(), v.integer()), 1)),
          s: v.picklist(['x', 'y']), t: v.pipe(v.picklist(['z']), v.transform(String)),
          u: v.optional(v.pipe(v.array(v.picklist(['x'])), v.maxLength(1))) })),
        route('d', (search) => ({ page: Number(search?.page ?? 1), filter: search.filter || '',
          other: 1, deep: search.deep?.x, open: search.open === 'yes' })),
        route('e', (search) => schema.parse(search)),
        route('f', (search) => { throw new Error('no ' + search.x) }),
      ])
      """)
    let text = try output(
      of: "signalbox import tanstack tree.ts 2>report | grep -E '(path|query):'",
      with: ImportAppTests.tools[index].programs)
    let schema = "query: { page: 'int?!', q: 'string?', sort: '[new, old]?', 'on': 'bool?' }"
    #expect(
      text == """
          - { path: /, screen: Home }
          - path: /a
            \(schema)
          - { path: /b, screen: B, query: { n: 'number?!' } }
          - { path: /c, screen: C, query: { s: '[x, y]?', t: '[z]?' } }
          - path: /d
            query: { page: 'number?!', filter: 'string?', deep: 'string?', open: 'bool?!' }
          - path: /e
            \(schema)
          - { path: /f, screen: F }
        exit 0

        """, "\(text)")
  }

  @Test(.enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"))
  func `prefixes in a variable are found, and their absence has a remark`() throws {
    try folder.file(
      "a.tsx",
      """
      import { createStackNavigator } from '@react-navigation/stack'
      import { createStaticNavigation } from '@react-navigation/native'
      const Tree = createStackNavigator({ screens: { Home: { linking: '' } } })
      const Navigation = createStaticNavigation(Tree)
      const linking = { prefixes: ['shop://'] }
      export default () => <Navigation linking={linking} />
      """)
    let line = "signalbox import react-navigation a.tsx 2>&1 | $s -n '/links:/p'"
    #expect(try output(of: line, with: "tsc").hasPrefix("links: [shop://]\n"))
    try folder.file(
      "b.tsx",
      """
      import { createStackNavigator } from '@react-navigation/stack'
      import { createStaticNavigation } from '@react-navigation/native'
      const Navigation = createStaticNavigation(
        createStackNavigator({ screens: { Home: { linking: '' } } }))
      export default () => { const linking = useLinks(); return <Navigation linking={linking} /> }
      """)
    let other = try output(of: "signalbox import react-navigation b.tsx 2>&1", with: "tsc")
    #expect(
      other.contains(
        "the file is changed: no linking object in it names the prefixes. Add 'links: [SCHEME://]'."
      ),
      "\(other)")
    #expect(other.contains("- { path: /, screen: Home, in: root }"), "\(other)")
  }

  @Test(.enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"))
  func `an alias that leads to no file has a remark`() throws {
    try folder.file("tsconfig.json", #"{"compilerOptions":{"paths":{"app/*":["gone/*"]}}}"#)
    try folder.file(
      "r.ts",
      """
      import { a } from 'app/a'
      import { b } from '@/b'
      import { c } from '@scope/c'
      import Layout from '@/layout'
      import './other'
      export const routes = [{ path: '/', name: 'home', component: a }, { path: b, component: c },
        { path: '/l', component: Layout }]
      """)
    try folder.file("other.ts", "import { b } from '@/b'; b()")
    try folder.file("package.json", "{}")
    try createFolder(folder("src/layout"))
    try folder.file("src/layout/index.vue", "<template />")
    let text = try output(of: "signalbox import vue-router r.ts 2>&1", with: "tsc")
    for name in ["app/a", "@/b"] {
      let remark = "the file '\(name)' is dropped: there is no such file"
      #expect(text.ranges(of: remark).count == 1, "\(text)")
    }
    #expect(text.contains("path: /l, screen: layout }"), "\(text)")
    #expect(!text.contains("'@/layout'"), "\(text)")
    #expect(!text.contains("'@scope/c'"), "\(text)")
  }

  @Test(.enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"))
  func `views are named after their files, and a router's options count though it is exported`()
    throws
  {
    let routes = """
      import { createRouter, createWebHashHistory } from 'vue-router'
      import More from './more'
      import Static from './b/user/index.vue'
      export const routes = [
        { path: '/', component: () => import('./views/home/index.vue') },
        { path: '/u', component: () => import(/* webpackChunkName: "a" */
          '@/views/user/index.vue') },
        { path: '/s', component: Static }, { path: '/v', component: () => import('./views/List.vue') },
        { path: '/h', component: () => import('../src/views/home/index.vue') },
        { path: '/x', components: { default: { name: 'PX' }, side: { name: 'S' } } }, ...More]
      """
    for name in ["views/home/index", "views/user/index", "b/user/index", "views/List", "List"] {
      try createFolder(parentFolder(folder("src/\(name)")))
      try folder.file("src/\(name).vue", "<template />")
    }
    try folder.file("package.json", "{}")
    try folder.file(
      "src/more.js", "export default [{ path: '/l', component: () => import('./List.vue') }]\n")
    let made = "createRouter({ history: createWebHashHistory('/base/'), sensitive: true, routes })"
    try folder.file("src/a.js", routes + "\nexport const router = \(made)\n")
    try folder.file(
      "src/b.js",
      routes.replacing("export const", with: "const") + "\nexport default \(made)\n")
    for tool in ["tsc", "esbuild", ""] {
      for name in ["a", "b"] {
        let text = try output(of: "signalbox import vue-router src/\(name).js 2>&1", with: tool)
        for line in [
          "path: /, screen: home }", "path: /u, screen: user }", "path: /s, screen: BUser }",
          "path: /v, screen: List }", "path: /h, screen: home }", "path: /l, screen: SrcList }",
          "path: /x, screen: PX }", "without the views 'side'", "'links: [https://HOST/base/#/]'",
        ] { #expect(text.contains(line), "\(line) of \(text)") }
        #expect(!text.contains("caseSensitive"), "\(text)")
      }
    }
  }

  /// Routers of Vue beside the exported list `routes` with '/a', and what the output has.
  static let routers: [(router: String, contained: [String])] = [
    (
      "createRouter({ history: createWebHistory('/x/'), routes: [...routes, { path: '/b', component }] })",
      ["path: /a,", "path: /b,", "the base '/x/' is dropped"]
    ),
    (
      "createRouter({ history: createWebHistory(), routes: [{ path: '/:p', component, children: routes }] })",
      ["path: /a,", "path: /:p,"]
    ),
    // A router of something else.
    (
      "createRouter({ history: createWebHistory('/x/'), routes: [{ path: '/b', component }] })",
      ["path: /a,"]
    ),
    (
      "new Router({ mode: 'history', base: '/x/', routes })",
      ["path: /a,", "the base '/x/' is dropped"]
    ),
    ("new Router({ routes })", ["path: /a,", "the history after '#' is dropped"]),
    ("new Router({ mode: 'history', routes })", ["path: /a,"]),
    // Its '*' is a wildcard.
    (
      "new Router({ routes: [...routes, { path: '/f/*', component }] })",
      ["path: /a,", "path: '/f{/*}?',", "the history after '#' is dropped"]
    ),
  ]

  @Test(
    .enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"),
    arguments: routers.indices)
  func `the options of a router count that has the routes of an exported list`(index: Int) throws {
    let row = Self.routers[index]
    try folder.file(
      "a.js",
      """
      import Router, { createRouter, createWebHistory } from 'vue-router'
      const component = { name: 'C' }
      export const routes = [{ path: '/a', component }]
      export const router = \(row.router)
      """)
    let text = try output(of: "signalbox import vue-router a.js 2>&1", with: "tsc")
    for line in ["path: /a,", "path: /b,", "path: /:p,", " is dropped"] {
      #expect(
        text.contains(line) == row.contained.contains { $0.contains(line) }, "\(line): \(text)")
    }
    for line in row.contained { #expect(text.contains(line), "\(line): \(text)") }
  }

  @Test(.enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"))
  func `the options of createRouter count though its tree is exported`() throws {
    for (options, contained) in [
      ("basepath: '/x', caseSensitive: true", "the base '/x' is dropped"),
      ("basepath: '/x'", "caseSensitive: false"),
    ] {
      try folder.file(
        "a.ts",
        """
        import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
        const root = createRootRoute()
        export const routeTree = root.addChildren([
          createRoute({ getParentRoute: () => root, path: 'a' })])
        export const router = createRouter({ routeTree, \(options) })
        """)
      let text = try output(of: "signalbox import tanstack a.ts 2>&1", with: "tsc")
      #expect(text.contains(contained), "\(text)")
      let isIgnored = text.contains("\ncaseSensitive: false\n")
      #expect(isIgnored == !options.contains("caseSensitive"), "\(text)")
    }
  }

  @Test(.enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"))
  func `the options of Angular's router have links after a '#'`() throws {
    for (router, isHash) in [
      ("provideRouter(routes, withDebugTracing(), withHashLocation())", true),
      ("RouterModule.forRoot(routes, { useHash: true })", true),
      ("RouterModule.forRoot(routes, { useHash: false })", false), ("provideRouter(routes)", false),
    ] {
      try folder.file(
        "a.ts",
        """
        import {
          provideRouter, RouterModule, withDebugTracing, withHashLocation } from '@angular/router'
        const routes = [{ path: 'a', component: class A {} }]
        export const providers = [\(router)]
        """)
      let text = try output(of: "signalbox import angular a.ts 2>&1", with: "tsc")
      #expect(text.contains("path: /a, screen: A }"), "\(text)")
      #expect(text.contains("links: [https://HOST/#/]") == isHash, "\(text)")
    }
  }
}
