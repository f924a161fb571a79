import FileAccess
import TestSupport
import Testing

/// The forms in which modules have the routes of React Router.
struct ReactRouterModuleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.file(
      "pages.js", "export const Home = () => null, Item = () => null, Layout = () => null\n")
  }

  /// A module, and what its routes and the report have.
  static let modules: [(text: String, contained: [String])] = [
    (
      """
      export default [
        index('routes/home.tsx'),
        layout('routes/frame.tsx', [route('items/:id', 'routes/item.tsx', { id: 'i' }, [
          index('routes/item/index.tsx'), route('edit', 'routes/edit.tsx')])]),
        // A TypeScript of 4.8 does not know the word at the end.
        ...prefix('admin', [index('routes/admin.tsx'), layout('l.tsx', [route('u', 'routes/u.tsx')])]),
      ] satisfies RouteConfig
      """,
      [
        "path: /, screen: home }", "path: /items/:id, screen: item }",
        "path: /items/:id/edit, screen: edit }", "path: /admin, screen: admin }",
        "path: /admin/u, screen: u }",
      ]
    ),
    (
      """
      export const router = createBrowserRouter([
        { path: 'a', element: <RequireRole role="admin" to="/login"><Home /></RequireRole> },
        { path: 'b', element: <RequireRole role={['x', 'y']} strict><Item /></RequireRole> },
      ])
      """,
      ["'RequireRole role=admin' of 1, 'RequireRole role=x,y strict' of 1"]
    ),
    (
      """
      export const createAppRouter = (client) =>
        createBrowserRouter([{ path: '/', element: <Home /> }, { path: 'a', loader: client.load }])
      """,
      ["path: /, screen: Home }", "path: /a, screen: A }"]
    ),
    (
      """
      const Pages = () => <Routes>
        <Route path="/" element={<Layout />}>
          <Route index element={<Home />} />
          <Route path="items/:id" element={<RequireUser><Item /></RequireUser>} />
          <Route path="old" element={<Navigate to="/" replace />} />
        </Route>
      </Routes>
      export default function App() {
        const user = useUser()
        return <BrowserRouter>{user && <Header />}<main><Pages /></main></BrowserRouter>
      }
      """,
      [
        "path: /, screen: Home }", "path: /items/:id, screen: Item }", "path: /old, redirect: / }",
        "the key 'element' is dropped: it looks like a gate, and 1 route has it: 'RequireUser' of 1",
      ]
    ),
    (
      """
      const Far = loadable(() => import('./far/Far')), Near = loadable.lib(() => import('./Near'))
      export const routes = [{ path: '/', element: <Far /> }]
      """,
      ["path: /, screen: Far }"]
    ),
    (
      "export const App = () => { throw new Error('no user') }",
      ["it exports App; name one with '--export' ('App': Error: no user). Correct"]
    ),
    // Conditions, further routes, and components that cannot be called.
    (
      """
      class Banner extends Component { render() { return this.props.text.length } }
      const Tree = () => <ul><Tree /><Tree /><Tree /></ul>
      const Admin = () => <Routes><Route path="users/:id" element={<Item />} /></Routes>
      export const Guest = () => <Routes><Route path="/guest" element={<Home />} /></Routes>
      export default function App() {
        const { isSignedIn, isLoading, t } = useAuth()
        const [theme, setTheme] = useState('dark')
        if (isLoading) return <p>{t('loading')}</p>
        return <HashRouter><Banner /><Tree />
          {isSignedIn
            ? <Routes><Route path="/" element={<Home />} />
                <Route path="admin/*" element={<RequireUser><Admin /></RequireUser>} /></Routes>
            : <Routes><Route path="/login" element={<Layout />} /></Routes>}
          <Routes><Route path="/modal" element={<Item />} /></Routes>
        </HashRouter>
      }
      """,
      [
        "path: /, screen: Home }", "path: /admin/users/:id, screen: Item }",
        "path: '/admin{/*}?', screen: Admin }", "path: /login, screen: Layout }",
        "path: /modal, screen: Item }", "path: /guest, screen: Home }",
        "the history after '#' is dropped",
      ]
    ),
    (
      """
      export default function App() {
        const user = useUser()
        return <BrowserRouter basename="/shop">
          {!user && <Routes><Route path="/in" element={<Home />} /></Routes>}
          {user && <Routes><Route path="/" element={<Item />} /></Routes>}</BrowserRouter>
      }
      """,
      ["path: /, screen: Item }", "path: /in, screen: Home }", "the base '/shop' is dropped"]
    ),
    (
      """
      function App() {
        const pages = useMemo(() => ['/a', '/b'], [])
        return <Routes>{pages.map((path) => <Route path={path} element={<Home />} />)}</Routes>
      }
      createRoot(document.getElementById('root')).render(<BrowserRouter><App /></BrowserRouter>)
      """,
      ["path: /a, screen: Home }", "path: /b, screen: Home }"]
    ),
    (
      """
      export default () => useRoutes([{ path: '/', element: <Home /> }, { path: '/b', children: [
        { index: true, element: <Item /> }] }])
      """,
      ["path: /, screen: Home }", "path: /b, screen: Item }"]
    ),
    (
      """
      export default function App() {
        useEffect(() => { while (true) {} })
        return <Routes><Route path="/a" element={<Home />} /></Routes>
      }
      """,
      ["path: /a, screen: Home }"]
    ),
    (
      """
      const here = relative('app/x')
      export default [here.index('./a.tsx'), here.route('b', './b.tsx')]
      """,
      ["path: /, screen: a }", "path: /b, screen: b }"]
    ),
    ("export default flatRoutes()", ["import the output of 'react-router routes --json' instead"]),
    // What a function needs can be missing.
    (
      """
      export function other() { throw new Error('no') }
      export const App = () => <Routes><Route path="/" element={<Home />} /></Routes>
      """,
      ["path: /, screen: Home }"]
    ),
    (
      "export const App = () => <App />", ["none of its exports routes, router, default has routes"]
    ),
    (
      "export const App = () => createRoutesFromElements(useUser())",
      ["'app.tsx' has no route that can be imported"]
    ),
  ]

  @Test(
    .enabled(if: ImportAppTests.hasTools, "node, tsc or esbuild is not installed"),
    arguments: modules.indices)
  func `routes are found where a module has them`(index: Int) throws {
    let row = Self.modules[index]
    try folder.file(
      "app.tsx",
      """
      import { Component, useEffect, useMemo, useState } from 'react'
      import { createRoot } from 'react-dom/client'
      import { BrowserRouter, HashRouter, Navigate, Route, Routes, createBrowserRouter,
        createRoutesFromElements, useRoutes } from 'react-router'
      import { index, layout, prefix, relative, route, type RouteConfig } from '@react-router/dev/routes'
      import { flatRoutes } from '@react-router/fs-routes'
      import loadable from '@loadable/component'
      import { Header, RequireRole, RequireUser, useAuth, useUser } from 'ui'
      import { Home, Item, Layout } from './pages'
      \(row.text)
      """)
    for tool in ["tsc esbuild", "esbuild"] {
      let text = try ShellSession.output(
        of: "signalbox import react-router app.tsx 2>&1", with: tool, in: folder)
      for part in row.contained { #expect(text.contains(part), "\(part) of \(text)") }
    }
  }
}
