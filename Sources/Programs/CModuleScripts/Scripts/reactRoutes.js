// The routes of React Router in JSX and in `routes.ts`. Follows the evaluator.

const elementsIn = (value) =>
  [value].flat(Infinity).filter((part) => isObject(part) && part.$jsx !== undefined)
const routesOf = (elements) => elementsIn(elements).flatMap(({ $jsx, props, children }) => {
  const inner = routesOf(children)
  return $jsx === 'Fragment' ? inner
    : [inner.length > 0 ? { ...props, children: inner } : props]
})
known.createRoutesFromElements = known.createRoutesFromChildren = routesOf
known.useRoutes = (routes) => record('createBrowserRouter', { routes })

// --- Components

// A condition hides what a component shows otherwise, so components are called several times, with
// other answers of hooks: what they say by their names is there, is not, there is no user, and a
// state is on. Nothing is waited for.
const rounds = 4
let round
const waiting = /loading|pending|fetching/i
const conditions = /^(is|has)[A-Z]|^(data|user|session|token|error|auth\w*|logged\w*|signed\w*)$/i
const hookAnswer = (word, args, answer) => {
  if (round === undefined) return answer
  if (word === 'useMemo') return called(args[0]) ?? answer
  if (word === 'useState') {
    const value = typeof args[0] === 'function' ? called(args[0]) : args[0]
    const isSwitch = typeof value === 'boolean'
    return [round === 1 ? undefined : isSwitch ? round === 3 : value ?? answer, silent]
  }
  if (round === 2 && /user|auth|session|token|login|account/i.test(word)) return null
  const isHidden = (key) => waiting.test(key) || round === 1 && conditions.test(key)
  return new Proxy(answer, {
    get: (target, key) => typeof key === 'string' && isHidden(key) ? undefined : target[key],
  })
}

let callsLeft = 0
let fault
const called = (make, props) => {
  if (typeof make !== 'function' || stubs.has(make) || callsLeft-- <= 0) return undefined
  try {
    return /^class\b/.test(String(make)) ? new make(props).render?.() : make(props)
  } catch (error) {
    fault ??= [make.name || 'a function', String(error).split('\n')[0]]
  }
}

const elementName = ($jsx) => lastWord(stubOf($jsx)?.name ?? '')
// The basename of a router around the routes, and whether they follow a '#'.
let router = {}

// The routes in JSX, and in the components of the app that it shows.
// `outer` are the components around them, none of which is called again.
const shownRoutes = (value, outer = []) => elementsIn(value).flatMap(({ $jsx, props, children }) => {
  const name = elementName($jsx)
  if (/^(Browser|Hash)Router$/.test(name))
    router = { basename: props.basename, isHash: name === 'HashRouter' }
  if (name === 'Routes') return routesOf(children).map((route) => withInner(route, outer))
  const own = outer.includes($jsx) ? undefined : called($jsx, props)
  return [...shownRoutes(children, outer), ...shownRoutes(own, [...outer, $jsx])]
})

// A route for the rest of a path can show a component with further routes.
const withInner = (route, outer) => {
  const children = route.children?.map((child) => withInner(child, outer))
    ?? (/\*$/.test(route.path ?? '') ? shownRoutes(route.element, outer) : [])
  return children.length > 0 ? { ...route, [original]: route, children } : route
}

// What a module shows on a page, without exporting it.
const rendered = []
for (const name of ['/client.createRoot().render', '/client.hydrateRoot', '.render'])
  known['react-dom' + name] = (...shown) => rendered.push(...elementsIn(shown))

// What exported functions make when they are called: routes in JSX, a router, or a list of routes.
const made = (functions) => {
  const routes = new Map()
  let list
  for (round = 0; round < rounds; round++) {
    callsLeft = 1_000
    const values = functions.map((make) => called(make, makeStub('an argument')))
    for (const route of shownRoutes([...rendered, ...values]))
      routes.set(JSON.stringify(plain('', route)), route)
    list ??= values.find((value) => Array.isArray(value) && elementsIn(value).length === 0)
  }
  round = undefined
  if (routes.size > 0) return { routes: [...routes.values()], ...router }
  const result = callsMade().at(-1) ?? list
  if (!result && fault) notes.push(fault)
  return result
}

// --- `routes.ts`, which names the files of the routes

const view = (file) => ({ $function: viewName(String(file)) })
const frameworkRoute = (file, rest, path) => ({
  ...(path !== undefined && { path }), lazy: view(file), children: rest.find(Array.isArray) })
const prefixed = (prefix, routes) => routes.map((route) => settle(route)).map((route) =>
  route.index || route.path !== undefined
    ? { ...route, path: [prefix, route.path].filter(Boolean).join('/') }
    : { ...route, children: prefixed(prefix, route.children ?? []) })
const frameworkRoutes = {
  index: (file) => ({ index: true, ...frameworkRoute(file, []) }),
  route: (path, file, ...rest) => frameworkRoute(file, rest, path ?? undefined),
  layout: (file, ...rest) => frameworkRoute(file, rest),
  prefix: prefixed,
}
for (const name in frameworkRoutes)
  known['@react-router/dev/routes.' + name] = frameworkRoutes[name]
known['@react-router/fs-routes.flatRoutes'] = () =>
  fail("'flatRoutes' takes the routes from names of files; import the output of "
    + "'react-router routes --json' instead")
