/** Path from the root, with slashes → content. */
type Files = ReadonlyMap<string, string>

const GLOSSARY = 'docs/glossary.md'
const EXPORTED = /^export (?:default |declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const isChecked = (path: string) => /^(?:domain|server|web)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** The words of an identifier: `mostTold` has most and told. */
const wordsOf = (name: string): string[] => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())

/** The rows of the table under a heading, as cells, without the header. */
export function tableUnder(page: string, heading: string): string[][] {
  const [, ...parts] = page.split(/^## /m)
  const lines = (parts.find((part) => part.startsWith(`${heading}\n`)) ?? '').split('\n')
  const rows = lines.filter((line) => line.startsWith('|')).slice(2)
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** The texts between backticks. */
export const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** Whether a name uses a refused word of the table: `word`, `first…`, `…last` or `=wholeName=`. */
function uses(name: string, refused: string): boolean {
  if (refused.startsWith('=')) return refused === `=${name}=`
  const words = wordsOf(name)
  if (refused.startsWith('…')) return words.at(-1) === refused.slice(1)
  return refused.endsWith('…') ? words[0] === refused.slice(0, -1) : words.includes(refused)
}

/** Exported names do not use what the glossary's table "Say, not" refuses. */
export function checkNames(files: Files): string[] {
  const refused = tableUnder(files.get(GLOSSARY) ?? '', 'Say, not').flatMap(([, not = '']) => codeIn(not))
  const found = new Map<string, string>()
  for (const [path, source] of files) {
    if (!isChecked(path)) continue
    for (const [, name = ''] of source.matchAll(EXPORTED)) if (refused.some((word) => uses(name, word))) found.set(name, path)
  }
  return [...found].map(([name, path]) => `${path}: exports ${name}: ${GLOSSARY} says another word`)
}
