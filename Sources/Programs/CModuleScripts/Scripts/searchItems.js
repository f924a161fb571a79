// The query items of `validateSearch`: each name with its type as route files write it, or null
// if that is not certain. Undefined if nothing is known.
const searchItems = (validate) => {
  const stub = stubOf(validate)
  if (stub) return schemaItems(stub)
  if (typeof validate !== 'function') return undefined
  // What a function reads of a search without items, and returns for it.
  const names = new Set()
  const search = new Proxy({}, {
    get: (target, key) => {
      if (typeof key === 'string') names.add(key)
    },
  })
  let result
  try {
    result = validate(search)
  } catch {
    return undefined
  }
  if (stubOf(result)) return schemaItems(stubOf(result))
  if (!isObject(result)) return undefined
  const types = { number: 'number?!', boolean: 'bool?!', string: 'string?',
    undefined: 'string?' }
  return Object.fromEntries(Object.entries(result).map(([name, value]) =>
    [name, names.has(name) ? types[typeof value] ?? null : null]))
}

// The calls of a library of schemas, such as zod, from the last one to the first.
const chain = (stub) => {
  const calls = []
  for (let call = stub; call; call = call.origin)
    if (call.args) calls.push([lastWord(call.name).replace(/\(\)$/, ''), call.args])
  return calls
}
const schemaItems = (stub) => {
  for (const [word, args] of chain(stub)) {
    if (/^(loose|strict)?object$/i.test(word) && isObject(args[0]))
      return Object.fromEntries(Object.entries(args[0])
        .map(([name, schema]) => [name, schemaType(stubOf(schema))]))
    // A wrapper, such as `zodValidator(schema)`.
    const inner = stubOf(args[0]) && schemaItems(stubOf(args[0]))
    if (inner) return inner
  }
}
const schemaCalls = (stub) => chain(stub).flatMap(([word, args]) =>
  [[word, args], ...(stubOf(args[0]) ? schemaCalls(stubOf(args[0])) : [])])
const schemaType = (stub) => {
  const calls = stub ? schemaCalls(stub) : []
  const has = (...words) => calls.some(([word]) => words.includes(word))
  const [, [options] = []] =
    calls.find(([word]) => word === 'enum' || word === 'picklist') ?? []
  const isPlain = Array.isArray(options) && options.every((text) => /^[\w-]+$/.test(text))
  const type = has('array', 'object', 'union', 'or', 'record', 'literal') ? undefined
    : options ? isPlain && '[' + options.join(', ') + ']'
    : has('transform', 'pipe') ? undefined
    : has('number') ? has('int', 'integer') ? 'int' : 'number'
    : has('int') ? 'int' : has('boolean') ? 'bool' : has('string') ? 'string' : undefined
  if (!type) return null
  // The search does not decide which route is opened.
  return type + (has('catch', 'fallback') ? '?!' : '?')
}
