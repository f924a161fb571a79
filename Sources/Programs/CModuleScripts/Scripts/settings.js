const lastWord = (name) => name.split('.').at(-1)

// Pairs of a name and a value. A text asks for a value by the last word of its name.
const settingsOf = (pairs) => {
  const values = new Map(pairs)
  const [used, asked] = [new Set(), new Set()]
  const setting = (name) => {
    const key = values.has(name) ? name : lastWord(name)
    used.add(key)
    asked.add(lastWord(name))
    return values.get(key)
  }
  const usedSettings = () =>
    ({ unused: [...values.keys()].filter((name) => !used.has(name)), asked: [...asked] })
  return { setting, usedSettings }
}

