// The names of views. Precedes the evaluator.

// Each require and import has the number of its file as a further argument, so that the text of a
// function says from where it loads. A comment ahead of the name is for a bundler.
const loadPattern =
  /\b(require|__import)\(\s*(?:\/\*[^*\n]*\*\/\s*)?(["'])([^"'\n]+)\2\s*\)/g
const numberedLoads = (code, number) => code.replace(loadPattern, '$1($2$3$2, ' + number + ')')

// What a function loads first, and the number of the file.
const loadIn = (text) => {
  const [, specifier, number] =
    /\b(?:require|__import)\(["']([^"'\n]+)["'], (\d+)\)/.exec(text) ?? []
  return specifier === undefined ? undefined : { specifier, number: Number(number) }
}

// A view is named after its file, or an `index` after its folder. Of files with the same name, all
// but the first have folders, or a number, in their names.
const viewFiles = new Map()
const capitalized = (word) => word.charAt(0).toUpperCase() + word.slice(1)
const viewName = (file) => {
  const words = file.split('/').filter((word) => /\w/.test(word))
  const last = (words.pop() ?? file).replace(/\..*/, '')
  let name = /^index$/i.test(last) ? words.pop() ?? last : last
  while ((viewFiles.get(name) ?? file) !== file)
    name = words.length > 0 ? capitalized(words.pop()) + capitalized(name) : name + '2'
  viewFiles.set(name, file)
  return name
}
