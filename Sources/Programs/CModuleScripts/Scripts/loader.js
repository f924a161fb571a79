// Serves the files of an app to the evaluator, a child without rights: resolves imports, checks
// who can write each file, and transforms it to CommonJS.
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const modules = require('node:module')
const { basename, delimiter, dirname, extname, join, relative, resolve } = require('node:path')
const [file, text] = process.argv.slice(1)
const given = JSON.parse(text)
const entry = resolve(file)

const fail = (error) => {
  fs.writeSync(2, '\n' + given.mark + String(error).split('\n')[0] + '\n')
  process.exit(1)
}

const above = (path) => {
  const folders = []
  for (let at = dirname(path); ; at = dirname(at)) {
    folders.push(at)
    if (at === dirname(at)) return folders
  }
}

const isFile = (path) => {
  try {
    return fs.statSync(path).isFile()
  } catch {
    return false
  }
}

// The rule of FileTrust.
const requireTrust = (path) => {
  for (const at of [fs.realpathSync(path), ...above(fs.realpathSync(path))]) {
    const { uid, gid, mode } = fs.lstatSync(at)
    const isShared = mode & 0o002 || (mode & 0o020 && gid !== given.group)
    if (!given.owners.includes(uid) || (isShared && (isFile(at) || !(mode & 0o1000))))
      fail("it needs '" + path + "', and others can write '" + at + "'")
  }
  return path
}

const shown = (path) => {
  const short = relative(process.cwd(), path)
  return path === entry ? file : short.startsWith('..') ? path : short
}

// --- Transformers

const inNodeModules = (name) =>
  above(entry).map((folder) => join(folder, 'node_modules', name)).find(fs.existsSync)

const inPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name)).find(isFile)

// Wraps each object of the source in a call that says where it and its keys are.
const markPlaces = (ts, isEntry) => (context) => (root) => {
  const { factory } = context
  const place = (node) => {
    const offset = node.getStart(root)
    const { line } = root.getLineAndCharacterOfPosition(offset)
    const start = root.getPositionOfLineAndCharacter(line, 0)
    return [line + 1, [...root.text.slice(start, offset)].length + 1]
  }
  const isPattern = (node) => {
    const parent = node.parent
    if (ts.isBinaryExpression(parent))
      return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent))
      return parent.initializer === node
    return (ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent)
      || ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)
      || ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent)
      || ts.isParenthesizedExpression(parent)) && isPattern(parent)
  }
  const visit = (node) => {
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword)
      return factory.createIdentifier('__meta')
    const visited = ts.visitEachChild(node, visit, context)
    if (!ts.isObjectLiteralExpression(node) || node.pos < 0 || isPattern(node)) return visited
    const keys = {}
    for (const part of node.properties) {
      const name = part.name && (ts.isStringLiteralLike(part.name) || ts.isIdentifier(part.name)
        || ts.isNumericLiteral(part.name)) ? part.name : undefined
      if (name) keys['=' + name.text] = [...place(name), ...place(part.initializer ?? name)]
    }
    return factory.createCallExpression(factory.createIdentifier('__at'), undefined, [
      visited, factory.createStringLiteral(JSON.stringify([place(node), keys]))])
  }
  // The value of `linking`, or of a call that the kind names, may be inside a component.
  const inner = []
  const find = (node, depth) => {
    const isInside = depth > 0
    const value = ts.isJsxExpression(node.initializer ?? node) && node.initializer
      ? node.initializer.expression : node.initializer
    const isNamed = (ts.isJsxAttribute(node) || ts.isVariableDeclaration(node) && isInside)
      && ts.isIdentifier(node.name) && given.names.includes(node.name.text)
    if (isNamed && value) {
      let plain = value
      while (ts.isAsExpression(plain) || ts.isSatisfiesExpression?.(plain))
        plain = plain.expression
      if (ts.isObjectLiteralExpression(plain) || ts.isArrayLiteralExpression(plain))
        inner.push(visit(plain))
      // A variable of the file, not of the function.
      if (ts.isJsxAttribute(node) && ts.isIdentifier(plain))
        inner.push(factory.createLogicalAnd(factory.createStrictInequality(
          factory.createTypeOfExpression(plain), factory.createStringLiteral('undefined')),
        plain))
    }
    ts.forEachChild(node, (child) => find(child, depth + (ts.isFunctionLike(node) ? 1 : 0)))
  }
  if (isEntry) find(root, 0)
  const result = ts.visitEachChild(root, visit, context)
  if (!inner.length) return result
  return factory.updateSourceFile(result, [...result.statements, ...inner.map((node) =>
    factory.createExpressionStatement(factory.createCallExpression(
      factory.createIdentifier('__inner'), undefined, [factory.createArrowFunction(
        undefined, undefined, [], undefined, undefined,
        factory.createParenthesizedExpression(node))])))])
}

const typescript = (folder, where) => {
  const main = folder && join(folder, 'lib/typescript.js')
  if (!main || !isFile(main)) return
  const ts = require(requireTrust(main))
  return {
    name: 'typescript ' + where,
    transform: (text, path) => {
      const fileName = path.replace(/\.[mc]([jt]s)$/, '.$1')
      const { outputText, diagnostics } = ts.transpileModule(text, {
        fileName, reportDiagnostics: true,
        compilerOptions: {
          module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020, jsx: ts.JsxEmit.React,
          jsxFactory: '__jsx', jsxFragmentFactory: '__fragment', esModuleInterop: true,
          experimentalDecorators: true, allowJs: true,
        },
        transformers: { before: [markPlaces(ts, path === entry)] },
      })
      // Its output is the module with repairs, which can lose routes.
      const error = diagnostics.find(({ category }) => category === ts.DiagnosticCategory.Error)
      if (!error) return outputText
      const { line, character } = error.file.getLineAndCharacterOfPosition(error.start)
      throw new SyntaxError(shown(path) + ':' + (line + 1) + ':' + (character + 1) + ': '
        + ts.flattenDiagnosticMessageText(error.messageText, ' ').replace(/\.$/, ''))
    },
  }
}

const esbuildOptions = {
  format: 'cjs', target: 'es2020', jsx: 'transform', 'jsx-factory': '__jsx',
  'jsx-fragment': '__fragment', 'define:import.meta': '__meta',
  'supported:dynamic-import': 'false', 'log-level': 'error', 'log-limit': '1',
  'tsconfig-raw': '{"compilerOptions":{"experimentalDecorators":true}}',
}

const loaderOf = (path) => {
  const ending = extname(path).replace(/^\.[mc]/, '.').slice(1)
  return ending === 'js' ? 'jsx' : ending
}

// Its helper copies what it is given, so that everything would be loaded.
const withoutCopies = (code) =>
  code.replace(/\b__toESM\((require\("(?:[^"\\]|\\.)*"\))(?:, 1)?\)/g, '$1')

const esbuild = (program, where) => program && {
  name: 'esbuild ' + where,
  transform: (text, path) => {
    const options =
      Object.entries(esbuildOptions).map(([key, value]) => '--' + key + '=' + value)
    const run = spawnSync(requireTrust(program), [...options, '--loader=' + loaderOf(path)],
      { input: text, encoding: 'utf8', maxBuffer: given.filesBytesMax })
    if (run.error) throw run.error
    const [, message] = /\[ERROR\] (.*)/.exec(run.stderr) ?? []
    if (run.status !== 0) throw new SyntaxError(message ?? 'esbuild failed')
    return withoutCopies(run.stdout)
  },
}

// Its own program, next to the package for its platform, or the one that is in its place.
const esbuildOfProject = () => {
  const vite = inNodeModules('vite')
  const folder = inNodeModules('esbuild') ?? (vite && join(fs.realpathSync(vite), '../esbuild'))
  if (!folder || !fs.existsSync(folder)) return
  const real = fs.realpathSync(folder)
  const platform = process.platform + '-' + process.arch
  return [
    join(real, '../@esbuild', platform, 'bin/esbuild'), join(real, 'bin/esbuild'),
  ].find(isFile)
}

// Without a transformer: statements at the start of a line, as formatted code has them.
const commonJS = (code) => {
  const names = []
  const exported = (name, value) => {
    names.push('Object.defineProperty(exports, ' + JSON.stringify(name)
      + ', { enumerable: true, configurable: true, get: () => ' + value + ' });')
  }
  const pairs = (list) => list.split(',').map((part) => part.trim()).filter(Boolean)
    .map((part) => part.split(/\s+as\s+/)).map(([from, to]) => [from, to ?? from])
  let count = 0
  code = code.replace(
    /^(import|export)\s*([\w$*{}\s,]*?)\s*(?:\bfrom\s*)?(['"])([^'"\n]+)\3[^\n;]*;?/gm,
    (whole, word, clause, quote, specifier) => {
      const from = '__import' + count++
      const lines = '\n'.repeat(whole.split('\n').length - 1)
      const start = 'const ' + from + ' = require(' + JSON.stringify(specifier) + ');'
      const [, list] = /{([^}]*)}/.exec(clause) ?? []
      const all = /\*\s*(?:as\s+([\w$]+))?/.exec(clause)
      if (word === 'export') {
        for (const [name, as] of pairs(list ?? '')) exported(as, from + '.' + name)
        if (all?.[1]) exported(all[1], from)
        return start + (all && !all[1] ? '__exportAll(' + from + ', exports);' : '') + lines
      }
      const single = /^\s*([\w$]+)/.exec(clause)?.[1]
      return start + (single ? 'const { default: ' + single + ' } = ' + from + ';' : '')
        + (all?.[1] ? 'const ' + all[1] + ' = ' + from + ';' : '')
        + pairs(list ?? '').map(([name, as]) =>
          'const { ' + name + ': ' + as + ' } = ' + from + ';').join('') + lines
    })
  code = code.replace(/^export\s*{([^}]*)}/gm, (whole, list) => {
    for (const [name, as] of pairs(list)) exported(as, name)
    return '\n'.repeat(whole.split('\n').length - 1)
  })
  code = code.replace(/^export\s+default\b/gm, 'exports.default =')
  code = code.replace(
    /^export\s+((?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+))/gm,
    (whole, rest, name) => {
      exported(name, name)
      return rest
    })
  return (/^(import|export)\b|exports\.default =/m.test(code) || names.length
    ? "Object.defineProperty(exports, '__esModule', { value: true });" : '')
    + names.join('') + code.replace(/\bimport\.meta\b/g, '__meta')
      .replace(/\bimport\s*\(/g, '__import(')
}

const node = {
  name: 'node ' + process.version,
  transform: (text, path) => {
    const isPlain = /\.[mc]?js$/.test(path)
    if (!isPlain && (!/\.[mc]?ts$/.test(path) || !modules.stripTypeScriptTypes))
      throw node.name + ' cannot read ' + extname(path)
        + ': there is neither typescript nor esbuild in node_modules or PATH'
    return commonJS(isPlain ? text : modules.stripTypeScriptTypes(text, { mode: 'transform' }))
  },
}

const transformer = () => typescript(inNodeModules('typescript'), 'of node_modules')
  ?? esbuild(esbuildOfProject(), 'of node_modules') ?? transformerInPath() ?? node

const transformerInPath = () => {
  const tsc = typescript(
    inPath('tsc') && join(fs.realpathSync(inPath('tsc')), '../..'), 'in PATH')
  const other = esbuild(inPath('esbuild'), 'in PATH')
  if (!tsc || !other) return tsc ?? other
  // An old typescript does not know all of the language, such as `satisfies`.
  const transform = (text, path) => {
    try {
      return tsc.transform(text, path)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      try {
        return other.transform(text, path)
      } catch {
        throw error
      }
    }
  }
  return { ...tsc, transform }
}

// --- Resolution

const codeEndings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
const endings = [
  ...codeEndings, '.native.ts', '.native.tsx', '.native.js', '.ios.ts', '.ios.tsx', '.ios.js',
  '.android.ts', '.android.tsx', '.android.js', '.json', '.vue']

const located = (path) =>
  [path, path.replace(/\.([mc]?)jsx?$/, '.$1ts'), path.replace(/\.jsx?$/, '.tsx'),
    ...endings.map((ending) => path + ending),
    ...endings.map((ending) => join(path, 'index' + ending))].find(isFile)

const readJSON = (path) => {
  const text = fs.readFileSync(path, 'utf8')
  const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[^]*?\*\//g, '$1')
  return JSON.parse(plain.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1'))
}

const stub = (name) => ({ stub: name, label: basename(name).replace(/\..*/, '') })

let fileCount = 0
let byteCount = 0
const read = (path) => {
  requireTrust(path)
  byteCount += fs.statSync(path).size
  fileCount += 1
  if (fileCount > given.filesMax || byteCount > given.filesBytesMax)
    fail('it imports more than ' + given.filesMax + ' files or ' + given.filesBytesMax
      + ' bytes')
  return fs.readFileSync(path, 'utf8')
}

const served = new Set([entry])
const answer = ({ from, specifier, id }) => {
  if (id !== undefined) {
    const path = id || entry
    if (!served.has(path)) throw 'no import led to it'
    return { code: chosen.transform(read(path), path), shown: shown(path), tool: chosen.name }
  }
  const name = specifier.replace(/\?.*/, '')
  const isRelative = /^\.{0,2}\//.test(name) || name === '.' || name === '..'
  const path = isRelative ? located(resolve(dirname(from || entry), name))
    : byAlias(name, from || entry)
  if (!path)
    return { ...stub(name),
      isMissing: (isRelative || isAlias(name, from || entry)) && !extname(name) }
  if (/[/\\]node_modules[/\\]/.test(path)) return stub(name)
  if (path.endsWith('.json')) return { value: readJSON(requireTrust(path)) }
  if (!codeEndings.includes(extname(path))) return stub(shown(path))
  served.add(path)
  return { id: path, ...stub(shown(path)) }
}

let chosen
try {
  chosen = transformer()
} catch (error) {
  fail(error)
}
const permission = ['--permission', '--experimental-permission']
  .filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)).slice(0, 1)
const child = spawn(process.execPath, [...permission, '-e', given.evaluator, '--', text],
  { stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' } })
const channel = child.stdio[3]
let pending = ''
channel.setEncoding('utf8')
channel.on('data', (text) => {
  const lines = (pending + text).split('\n')
  pending = lines.pop()
  for (const line of lines) {
    const request = JSON.parse(line)
    if (request.result) {
      const head = { transformer: chosen.name, files: fileCount }
      fs.writeSync(1, JSON.stringify({ ...head, ...request.result }))
      process.exit(0)
    }
    let reply
    try {
      reply = answer(request)
    } catch (error) {
      reply = { error: String(error) }
    }
    channel.write(JSON.stringify(reply) + '\n')
  }
})
// After 'exit', the result can still be in the channel.
child.on('close', (code) => {
  if (code === 0) fail('it waits for a promise that nothing settles')
  process.exit(code ?? 1)
})
channel.on('error', () => {})
