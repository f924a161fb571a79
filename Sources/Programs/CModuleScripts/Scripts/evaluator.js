// Evaluates the files that the loader serves, in a context without Node's own objects. What it
// cannot load is a stub, which answers every access with a name.
const fs = require('node:fs')
const { types } = require('node:util')
const vm = require('node:vm')
const given = JSON.parse(process.argv[1])
const context = vm.createContext({})

const fail = (error) => {
  fs.writeSync(2, '\n' + given.mark + String(error).split('\n')[0] + '\n')
  process.exit(1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

// A socket that blocks; the loader answers each line with one.
const buffer = Buffer.alloc(65536)
const send = (value) => {
  const bytes = Buffer.from(JSON.stringify(value) + '\n')
  for (let at = 0; at < bytes.length;) at += fs.writeSync(3, bytes, at)
}
const ask = (request) => {
  send(request)
  const parts = []
  do {
    const count = fs.readSync(3, buffer)
    if (count === 0) process.exit(1)
    parts.push(Buffer.from(buffer.subarray(0, count)))
  } while (parts.at(-1).at(-1) !== 10)
  return JSON.parse(Buffer.concat(parts))
}

// --- Stubs

const isObject = (value) => value !== null && typeof value === 'object'
const stubs = new WeakMap()
const stubOf = (value) => typeof value === 'function' ? stubs.get(value) : undefined
const { setting, usedSettings } = settingsOf(given.settings)
const asText = (name) => setting(name) ?? '\uE000' + name + '\uE001'

// The object that one was copied from, which has its place.
const original = Symbol('original')

// What a call of a package is, if it says something about routes.
const recorded = []
const record = (name, value) => {
  recorded.push([name, value])
  return value
}
const known = {
  createStaticNavigation: (tree) => record('createStaticNavigation', tree),
  createComponentForStaticNavigation: (tree) => record('createStaticNavigation', tree),
  createPathConfigForStaticNavigation: (tree, options, isAuto) =>
    ({ $paths: tree, initialRouteName: options?.initialRouteName, isAuto: isAuto === true }),
  createRouter: (options) => record('createRouter', options),
}
// Vue Router 3, whose default export is a class, and whose history is after '#' by default.
known['vue-router'] = (options) => known.createRouter(
  isObject(options) ? { mode: 'hash', ...options, [original]: options } : options)
for (const name of ['createBrowserRouter', 'createHashRouter', 'createMemoryRouter'])
  known[name] = (routes, options) => record('createBrowserRouter',
    { routes, basename: options?.basename, isHash: name === 'createHashRouter' })

// Angular: the imports of modules, which can be what a lazy route loads.
const moduleImports = new WeakMap()
known.withHashLocation = () => ({ useHash: true })
known.provideRouter = known.forRoot = (routes, ...options) => {
  const isHash = options.some((option) => settle(option)?.useHash === true)
  if (Array.isArray(routes)) record('provideRouter', { routes, isHash })
  return routes
}
known.forChild = (routes) => record('forChild', routes)
known.NgModule = (meta) => (type) => {
  moduleImports.set(type, meta?.imports ?? [])
}
const routesIn = (value, depth = 0) => {
  const plain = settle(stubOf(value) ? value : value?.default ?? value)
  if (Array.isArray(plain)) return plain
  return depth > 8 ? [] : (moduleImports.get(plain ?? value) ?? [])
    .flatMap((part) => routesIn(part, depth + 1))
}
const withLazy = async (routes, depth = 0) => {
  const result = []
  for (const route of Array.isArray(routes) && depth < 16 ? routes : []) {
    if (!isObject(route)) {
      result.push(route)
      continue
    }
    const children = typeof route.loadChildren === 'function' && !stubOf(route.loadChildren)
      ? routesIn(await route.loadChildren()) : route.children
    result.push({ ...route, [original]: route,
      ...(children && { children: await withLazy(children, depth + 1) }) })
  }
  return result
}

// TanStack Router: a route, which calls complete.
const routeObject = (options) => {
  const value = { ...options, [original]: options }
  const route = makeStub('route', 'route', value)
  const add = (children) => {
    value.children = Object.values(children ?? {})
    return route
  }
  const update = (more) => {
    Object.assign(value, more)
    return route
  }
  return Object.assign(route, { options: value, update, addChildren: add, _addFileChildren: add,
    _addFileTypes: () => route, lazy: () => route })
}
known.createRoute = known.createRootRoute = routeObject
known.createRootRouteWithContext = () => routeObject
known.createFileRoute = () => routeObject

known.createWebHistory = known.createMemoryHistory = (base) => ({ base })
known.createWebHashHistory = (base) => ({ base, isHash: true })

const navigator = (name, config) => {
  const [, kind] = /^create(\w*)Navigator$/.exec(name) ?? []
  return kind === undefined || !isObject(config) || stubs.has(config) ? undefined
    : { $navigator: kind, ...config, [original]: config }
}
const wrappers = ['memo', 'forwardRef', 'observer', 'lazy', 'lazyRouteComponent',
  'defineAsyncComponent', 'defineComponent', 'markRaw', 'loadable', '@loadable/component']

// What a stub was made from, and the arguments if that was by a call, say more of it.
const makeStub = (name, label = lastWord(name), value, isPackage = false, origin, args) => {
  const members = new Map()
  const member = (key) => {
    if (!members.has(key)) members.set(key, key === 'default' && isPackage
      ? makeStub(name, label, undefined)
      : makeStub(name + '.' + key, key, undefined, false, stubs.get(proxy)))
    return members.get(key)
  }
  const text = () => asText(name)
  const call = (args) => {
    const word = lastWord(name)
    if (/^create\w*Screen$/.test(word) && args[0] && typeof args[0] === 'object') return args[0]
    // Decorators and wrappers return what they are given.
    const isClass = typeof args[0] === 'function' && /^class\b/.test(String(args[0]))
    if (isClass && name.endsWith('()') || wrappers.includes(word) && args[0]) return args[0]
    const own = [word, name.replace('.relative()', '')].find((name) => Object.hasOwn(known, name))
    const result = navigator(word, args[0]) ?? (own && known[own](...args))
    if (typeof result === 'function' || Array.isArray(result)) return result
    const stub = makeStub(name + '()', word, result, false, stubs.get(proxy), args)
    return /^use[A-Z]/.test(word) ? hookAnswer(word, args, stub) : stub
  }
  const proxy = new Proxy(function () {}, {
    get(target, key) {
      if (key === Symbol.toPrimitive || key === 'toString' || key === 'valueOf') return text
      if (key === 'toJSON') return undefined
      if (key === Symbol.iterator) return function* () { yield makeStub(name + '[]') }
      if (key === 'prototype') return target.prototype
      if (key === '__esModule') return isPackage || undefined
      if (typeof key === 'symbol' || key === 'then') return undefined
      if (key === 'name') return label
      return member(key)
    },
    set(target, key, value) {
      if (typeof key === 'string') members.set(key, value)
      return true
    },
    apply: (target, self, args) => call(args),
    construct: (target, args) => call(args),
  })
  stubs.set(proxy, { name, label, value, origin, args })
  return proxy
}

// --- Modules

const environment = (name, values) => new Proxy(values, {
  get: (target, key) => typeof key === 'symbol' ? undefined
    : setting(key) ?? (key in target ? target[key] : makeStub(name + '.' + key)),
})
const places = new WeakMap()
const silent = () => {}
const globals = {
  console: new Proxy({}, { get: () => silent }),
  setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, queueMicrotask, URL,
  URLSearchParams, TextEncoder, TextDecoder,
  __DEV__: false,
  __meta: { env: environment('import.meta.env', { BASE_URL: '/', MODE: 'production', DEV: false,
    PROD: true, SSR: false }), url: '', glob: () => ({}) },
  __jsx: (type, props, ...children) => ({ $jsx: type, props: props ?? {}, children }),
  __fragment: 'Fragment',
  __exportAll: (from, to) => {
    const keys = Object.keys(from).filter((key) => key !== 'default' && !(key in to))
    for (const key of keys) to[key] = from[key]
  },
  process: Object.assign(makeStub('process'), {
    env: environment('process.env', { NODE_ENV: 'production', BASE_URL: '/' }) }),
}
for (const name of ['window', 'document', 'navigator', 'localStorage', 'sessionStorage',
  'location', 'history', 'fetch', 'performance', 'crypto', 'Buffer', 'ErrorUtils'])
  globals[name] = makeStub(name)
Object.assign(context, globals, { global: context, self: context })

let transformer = ''
const inner = []
const notes = []
const files = new Map()
const fileIds = []

const evaluated = (id, isAsync) => {
  const file = { exports: {} }
  files.set(id, file)
  const number = fileIds.push(id) - 1
  const { code, shown, error, tool } = ask({ id })
  if (error) throw error
  transformer = tool
  const mark = (object, text) => {
    if (object !== null && typeof object === 'object' && !places.has(object))
      places.set(object, () => [shown, JSON.parse(text)])
    return object
  }
  const require = (specifier) => required(id, specifier)
  const module = {
    get exports() { return file.exports },
    set exports(value) { file.exports = value },
  }
  const make = vm.runInContext(
    (isAsync ? '(async ' : '(')
      + 'function (exports, require, module, __at, __inner, __import, __filename, __dirname) {'
      + numberedLoads(code, number) + '\n})',
    context, { filename: shown })
  const dynamic = (specifier) => Promise.resolve().then(() => require(specifier))
  const pushInner = (value) => isAsync && inner.push(value)
  file.done = make.call(file.exports, file.exports, require, module, mark, pushInner, dynamic,
    shown, shown.replace(/[^/]*$/, '.'))
  return file
}

const valueOf = (id, name, label) => {
  const file = files.get(id)
  if (file) return file.exports
  try {
    return evaluated(id, false).exports
  } catch (error) {
    notes.push([name, String(error).split('\n')[0]])
    files.get(id).exports = makeStub(name, label, undefined, true)
    return files.get(id).exports
  }
}

// A file is evaluated at the first use of what it exports.
const lazily = (id, name, label) => {
  const exports = () => {
    const value = valueOf(id, name, label)
    return value?.__esModule ? value : { ...value, default: value }
  }
  return new Proxy({}, {
    get: (target, key) =>
      key === '__esModule' ? true : key === 'then' ? undefined : exports()[key],
    has: (target, key) => key in exports(),
    ownKeys: () => Reflect.ownKeys(exports()).filter((key) => key !== '__esModule'),
    getOwnPropertyDescriptor: (target, key) => {
      const all = exports()
      return Object.hasOwn(all, key)
        ? { get: () => all[key], enumerable: true, configurable: true } : undefined
    },
  })
}

const imports = new Map()
const required = (from, specifier) => {
  const key = JSON.stringify([from, String(specifier)])
  if (imports.has(key)) return imports.get(key)
  const answer = ask({ from, specifier: String(specifier) })
  if (answer.error) throw answer.error
  if (answer.isMissing) notes.push([answer.stub, 'there is no such file'])
  const value = answer.id !== undefined ? lazily(answer.id, answer.stub, answer.label)
    : 'value' in answer ? { ...answer.value, default: answer.value, __esModule: true }
    : makeStub(answer.stub, answer.label, undefined, true)
  imports.set(key, value)
  return value
}

// --- The value as JSON

const isFileName = ({ name, label }) => /\.\w+$/.test(name)
  && name.split('/').at(-1).replace(/\..*/, '') === label
const above = []
// The props that distinguish two uses of a guard, such as 'role=admin'; links, such as
// 'to="/login"', do not.
const givenProps = (props) => Object.entries(props ?? {}).flatMap(([key, value]) => {
  const values = [value].flat()
  return value === true ? [key]
    : values.length > 0 && values.every((one) => /^(string|number)$/.test(typeof one))
      && /^[\w.,-]{1,40}$/.test(String(values)) ? [key + '=' + values] : []
}).join(' ') || undefined

const plain = (key, value) => {
  const items = key === 'validateSearch' && searchItems(value)
  if (items) return { $search: items }
  const stub = stubOf(value)
  if (stub) {
    if (stub.value !== undefined) return plain(key, stub.value)
    const text = setting(stub.name)
    return text ?? { $unknown: stub.name,
      $function: isFileName(stub) ? viewName(stub.name) : stub.label }
  }
  if (typeof value === 'function') {
    const text = String(value)
    // The hook, or the lazy file, that a function without a name of its own calls.
    const [, isNegated, hook] = value.name === 'if'
      ? /(!\s*)?(?:\(0, [\w$]+\.)?\b(use[A-Z]\w*)/.exec(text) ?? [] : []
    if (hook) return { $function: hook, ...(isNegated && { $negated: true }) }
    const [, member] = /=>\s*\w+\.([A-Z]\w*)\b/.exec(text) ?? []
    const load = loadIn(text)
    if (!load || key === 'redirect') return { $function: value.displayName ?? value.name }
    const { stub: file } = ask({ from: fileIds[load.number], specifier: load.specifier })
    return { $function: member ?? viewName(file ?? load.specifier) }
  }
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (types.isRegExp(value)) return { $regexp: value.source }
  if (value === null || typeof value !== 'object') return value
  if (value.$jsx !== undefined) {
    const { $jsx, props, children } = value
    const $component = plain('', $jsx)?.$function ?? ''
    const $props = givenProps(props)
    // What a wrapper shows is named after what it wraps.
    if (children.length !== 1 || !children[0]?.$jsx)
      return { $component, $props, $to: plain('', props.to) }
    const inner = plain(key, children[0])
    return { ...inner, $wrappers: [{ $component, $props }, ...inner?.$wrappers ?? []] }
  }
  if (key === 'component' && !Array.isArray(value))
    return { $component: String(value.name ?? value.__name ?? '') }
  if (above.includes(value) || above.length > 56) return null
  above.push(value)
  const place = places.get(value[original] ?? value)?.()
  const copy = Array.isArray(value) ? Array.from(value, (element) => plain('', element))
    : Object.fromEntries(Object.entries(value).map(([k, v]) =>
      [k, plain(key === 'components' ? 'component' : k, v)]))
  if (place && !Array.isArray(value)) {
    const [file, [at, keys]] = place
    Object.assign(copy, { $at: [file, ...at], $keys: keys })
  }
  above.pop()
  return copy
}

const innerValue = (isWanted) => {
  let fault
  for (const make of inner) {
    try {
      const value = make()
      if (isWanted(value)) return value
    } catch (error) {
      fault = error
    }
  }
  if (fault) fail('the object is inside a function, whose values it needs (' + fault
    + '): move it to the top of the file')
}

const settle = (value) => {
  const stub = stubOf(value)
  return stub ? stub.value : isObject(value?.options?.routes) ? value.options : value
}

// Whether a router has the routes of an exported list, also spread or as children.
const hasRoutes = (routes, list, depth = 0) => routes !== undefined && (routes === list
  || Array.isArray(routes) && Array.isArray(list) && list.length > 0 && depth < 16
    && (list.every((route) => routes.includes(route))
      || routes.some((route) => hasRoutes(route?.children, list, depth + 1))))

const callsMade = () => given.calls.map((call) => recorded.filter(([name]) => name === call))
  .find((all) => all.length > 0)?.map(([, value]) => settle(value)) ?? []

const chosen = (exports) => {
  const all = isObject(exports.default) && !stubs.has(exports.default)
    ? { ...exports.default, ...exports } : { ...exports }
  if (given.export !== null) {
    if (!(given.export in all))
      fail(missing(exports, "it has no export '" + given.export + "'"))
    return made([all[given.export]]) ?? settle(all[given.export])
  }
  const named = given.names.map((name) => settle(all[name])).find((value) => value != null)
  const calls = callsMade()
  if (given.kind === 'react-navigation') {
    const isTree = (value) => settle(value)?.$navigator !== undefined
    const linking = named ?? innerValue((value) => isObject(value))
    const tree = calls.at(-1) ?? Object.values(all).filter(isTree).at(-1)
    if (tree && (!linking || !linking.config?.screens && !linking.screens))
      return isTree(linking) ? linking : { ...linking, $tree: tree, [original]: linking ?? {} }
    return linking ?? settle(exports.default)
  }
  const options = calls.find((value) =>
    hasRoutes(value?.routes ?? settle(value?.routeTree), named))
  return options ?? named ?? calls.at(-1) ?? made(Object.values(all)) ?? settle(exports.default) ?? innerValue(isObject)
}

const missing = (exports, start) => {
  const names = Object.keys(exports).filter((name) => name !== '__esModule')
  return start + ': it exports '
    + (names.length ? names.join(', ') + "; name one with '--export'" : 'nothing')
    + notes.slice(0, 1).map(([name, reason]) => " ('" + name + "': " + reason + ')').join('')
}

const main = async () => {
  const file = evaluated('', true)
  await file.done
  const exports = file.exports ?? {}
  const isCommon = !exports.__esModule && Object.keys(exports).length > 0
  const value = chosen(isCommon ? { ...exports, default: exports } : exports)
  if (value == null || typeof value === 'function')
    fail(missing(exports,
      'none of its exports ' + given.names.join(', ') + ', default has routes'
      + (transformer.startsWith('typescript') ? ''
        : ', and ' + transformer.split(' ')[0] + ' shows no object inside a component')))
  const whole = given.kind !== 'angular' ? value
    : { isHash: value.isHash === true, routes: await withLazy(value.routes ?? value) }
  const result = { value: plain('', whole), notes, ...usedSettings() }
  const { length } = Buffer.from(JSON.stringify(result))
  if (length > given.bytesMax)
    fail('its value has ' + length + ' bytes of JSON, more than ' + given.bytesMax)
  send({ result })
}
// When all scripts are read.
queueMicrotask(() => main().catch(fail))
