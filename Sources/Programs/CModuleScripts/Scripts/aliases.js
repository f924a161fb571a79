// The aliases of a tsconfig.json, with those that it extends or refers to.
const aliasesOf = (path, depth = 0) => {
  if (depth > 8 || !isFile(path)) return
  let config
  try {
    config = readJSON(path)
  } catch {
    return
  }
  const { baseUrl, paths } = config.compilerOptions ?? {}
  const found = (paths || baseUrl) && {
    base: resolve(dirname(path), baseUrl ?? '.'), paths: paths ?? {}, isBase: baseUrl != null }
  const others = [].concat(config.extends ?? [])
    .concat((config.references ?? []).map((reference) => reference.path))
  for (const other of found?.isBase || paths ? [] : others) {
    if (!/^[./]/.test(other)) continue
    const target = resolve(dirname(path), other)
    const aliases = [target, target + '.json', join(target, 'tsconfig.json')].filter(isFile)
      .map((file) => aliasesOf(file, depth + 1)).find(Boolean)
    if (aliases) return aliases
  }
  return found
}

const projects = new Map()
const projectOf = (path) => {
  const folder = dirname(path)
  if (projects.has(folder)) return projects.get(folder)
  const folders = above(path)
  const config = folders.flatMap((folder) =>
    [join(folder, 'tsconfig.json'), join(folder, 'jsconfig.json')]).find(isFile)
  const root = folders.find((folder) => isFile(join(folder, 'package.json')))
  const project = { aliases: config && aliasesOf(config), root }
  projects.set(folder, project)
  return project
}

const byAlias = (specifier, from) => {
  const { aliases, root } = projectOf(from)
  for (const [alias, targets] of Object.entries(aliases?.paths ?? {})) {
    const [start, end] = alias.split('*')
    const isMatch = end === undefined ? specifier === alias
      : specifier.length >= start.length + end.length && specifier.startsWith(start)
        && specifier.endsWith(end)
    const rest = isMatch && end !== undefined
      ? specifier.slice(start.length, specifier.length - end.length) : ''
    const path = isMatch && targets.map((target) =>
      located(resolve(aliases.base, target.replace('*', () => rest)))).find(Boolean)
    if (path) return path
  }
  if (aliases?.isBase && located(resolve(aliases.base, specifier)))
    return located(resolve(aliases.base, specifier))
  // What Vue's and Expo's projects have without saying so.
  const [, rest] = /^[@~]\/(.*)/.exec(specifier) ?? []
  if (rest !== undefined && root)
    return located(join(root, 'src', rest)) ?? located(join(root, rest))
}

// Whether a specifier is meant as an alias, whether or not it leads to a file.
const isAlias = (specifier, from) => /^[@~]\//.test(specifier)
  || Object.keys(projectOf(from).aliases?.paths ?? {}).some((alias) =>
    /.\/\*$/.test(alias) && specifier.startsWith(alias.slice(0, -1)))
