// Holds the house's walls: which room may know which, that nothing goes in circles, that rooms stay small. Prints a line a breach.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Path from the root, with slashes → content. */
export type Files = ReadonlyMap<string, string>

const LONGEST = 400
const ROOMS = ['domain', 'server', 'web', 'e2e', 'bench', 'tools', 'docs']
const WEB_ROOMS = ['app', 'session', 'data', 'kit', 'ui', 'screens', 'public']
const DOMAIN_PACKAGES = ['zod', 'temporal-polyfill', 'libphonenumber-js', 'finnish-business-ids', 'finnish-bank-utils', 'date-holidays']
const TEST_PACKAGES = ['vitest', 'fast-check']
/** As the whole name, or as the last word of one: order-manager.ts, but not common-passwords.ts. */
const DRAWERS = /^(?:common|misc|(?:.*[.-])?(?:utils?|helpers?|managers?))$/i
const CODE = /\.(ts|tsx|mts)$/
const MEASURED = /\.(ts|tsx|mts|mjs|css|sql)$/

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('server/testing/')
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

/** What a module names in its import, export-from and dynamic import statements, types included. */
export function importsOf(source: string): string[] {
  const statements = /^[ \t]*(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm
  const calls = /\bimport\(\s*['"]([^'"\n]+)['"]/g
  return [...source.matchAll(statements), ...source.matchAll(calls)].flatMap((match) => match[1] ?? [])
}

/** Path of our own file, or the name of a package or built-in as it stands. */
function resolveImport(from: string, specifier: string): { own: string } | { foreign: string } {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('#')) return { own: plain.slice(1) }
  if (plain.startsWith('.')) return { own: posix.join(posix.dirname(from), plain) }
  return { foreign: plain }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const screenOf = (path: string) => /^web\/screens\/([^/]+)/.exec(path)?.[1]

/** Why this file may not import that own file; undefined if it may. */
function forbiddenOwn(from: string, to: string): string | undefined {
  if (isIn(from, 'domain') && !isIn(to, 'domain')) return 'domain knows nothing outside itself'
  if (isIn(from, 'server') && isIn(to, 'web')) return 'server and web never meet'
  if (isIn(from, 'web') && isIn(to, 'server')) return 'server and web never meet'
  if (isIn(from, 'server', 'web') && !isTest(from) && isIn(to, 'tools', 'bench', 'e2e')) return 'the product does not lean on its tools'
  if (isIn(from, 'web/ui') && isIn(to, 'domain', 'web/app', 'web/kit', 'web/screens', 'web/data', 'web/session')) {
    return 'web/ui has no business words'
  }
  const screen = screenOf(to)
  if (screen && screenOf(from) !== screen && !isIn(from, 'web/app')) {
    return screenOf(from) ? "screens never import each other's folders" : 'only web/app composes screens'
  }
  if (isIn(from, 'server/jsonapi') && !isTest(from)) {
    if (isIn(to, 'server') && !isIn(to, 'server/jsonapi', 'server/database')) return 'server/jsonapi knows nothing of the business'
    if (isIn(to, 'domain/entities', 'domain/calls') || to === 'domain/registry.ts') return 'server/jsonapi gets the registry as an argument'
  }
  return undefined
}

function forbiddenForeign(from: string, specifier: string): string | undefined {
  if (!isIn(from, 'domain')) return undefined
  const name = packageOf(specifier)
  if (DOMAIN_PACKAGES.includes(name) || (isTest(from) && TEST_PACKAGES.includes(name))) return undefined
  return 'domain is pure'
}

function checkImports(files: Files): string[] {
  return [...files].flatMap(([from, source]) =>
    importsOf(CODE.test(from) ? source : '').flatMap((specifier) => {
      const target = resolveImport(from, specifier)
      const reason = 'own' in target ? forbiddenOwn(from, target.own) : forbiddenForeign(from, target.foreign)
      return reason ? [`${from}: imports ${specifier}: ${reason}`] : []
    }),
  )
}

/** Each circle once, from its alphabetically first file. */
function checkCycles(files: Files): string[] {
  const edges = new Map<string, string[]>()
  for (const [from, source] of files) {
    if (!CODE.test(from)) continue
    const targets = importsOf(source).map((specifier) => resolveImport(from, specifier))
    edges.set(
      from,
      targets.flatMap((target) => ('own' in target && files.has(target.own) ? target.own : [])),
    )
  }
  const found = new Set<string>()
  const done = new Set<string>()
  const trail: string[] = []
  function visit(path: string): void {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = trail.slice(start)
      const first = circle.indexOf([...circle].sort()[0] ?? path)
      const turned = [...circle.slice(first), ...circle.slice(0, first)]
      found.add(`${turned[0]}: import cycle: ${[...turned, turned[0]].join(' → ')}`)
      return
    }
    if (done.has(path)) return
    trail.push(path)
    for (const next of edges.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of edges.keys()) visit(path)
  return [...found]
}

function checkShape(path: string, content: string): string[] {
  const faults: string[] = []
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  const isExempt = parts.includes('generated') || parts.includes('migrations')
  if (MEASURED.test(path) && !isExempt && lines > LONGEST) faults.push(`${path}: ${lines} lines, at most ${LONGEST}: it is two things`)
  if (/^index\.(ts|tsx|mts)$/.test(name)) faults.push(`${path}: no barrels`)
  for (const part of parts) {
    const stem = part.replace(/(?:\.test)?\.[a-z]+$/, '')
    if (DRAWERS.test(stem)) faults.push(`${path}: no "${stem}": name what it is`)
  }
  if (parts.length > 1 && !ROOMS.includes(parts[0] ?? '')) faults.push(`${path}: no such room: ${parts[0]}`)
  if (parts[0] === 'web' && parts.length > 2 && !WEB_ROOMS.includes(parts[1] ?? '')) faults.push(`${path}: no such room: web/${parts[1]}`)
  return faults
}

/** A sentence a breach; none if the house stands. */
export function checkArchitecture(files: Files): string[] {
  return [...checkImports(files), ...checkCycles(files), ...[...files].flatMap(([path, content]) => checkShape(path, content))].sort()
}

const LEFT_OUT = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', 'playwright-report'])

function readTree(root: string, folder = ''): [string, string][] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.name.startsWith('.') || (folder === '' && LEFT_OUT.has(entry.name))) return []
    if (entry.isDirectory()) return readTree(root, path)
    const isText = MEASURED.test(path) || /\.(js|json|md|html|svg)$/.test(path)
    return entry.isFile() ? [[path, isText ? readFileSync(join(root, path), 'utf8') : ''] satisfies [string, string]] : []
  })
}

if (import.meta.main) {
  const files = new Map(readTree(join(import.meta.dirname, '..')))
  const faults = checkArchitecture(files)
  for (const fault of faults) console.log(fault)
  console.log(faults.length > 0 ? `${faults.length} breaches` : `${files.size} files, no breach`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
