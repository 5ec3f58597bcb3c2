// Checks which folder may import which, that there are no import cycles, that files and folders stay small, that citations exist, and
// that names, types, SQL and commits follow the rules of tools/architecture.ts. Prints one line for each fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkCitations } from './architecture/check-citations.ts'
import { checkCommits } from './architecture/check-commits.ts'
import { checkNames } from './architecture/check-names.ts'
import { checkSql, checkTypeNames } from './architecture/check-sources.ts'
import { type Architecture, architecture } from './architecture.ts'

/** Path from the root, with slashes → content. */
export type Files = ReadonlyMap<string, string>

const MAX_LINES = 400
const MAX_FILES = 24
const MAX_REGISTER_LINES = 150
const DOMAIN_PACKAGES = [
  ...['zod', 'temporal-polyfill', 'libphonenumber-js', 'finnish-business-ids', 'finnish-bank-utils', 'date-holidays', 'fast-xml-builder'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en', '@zxcvbn-ts/language-fi'],
]
const TEST_PACKAGES = ['vitest', 'fast-check']
/** The whole name, or its last word: order-manager.ts, but not common-passwords.ts. */
const VAGUE_NAMES = /^(?:common|misc|(?:.*[.-])?(?:utils?|helpers?|managers?))$/i
const ENGINE = 'server/entities/engine.ts'
const CODE = /\.(ts|tsx|mts)$/
const MEASURED = /\.(ts|tsx|mts|mjs|css|sql)$/

const isFixture = (path: string) => /^(?:domain|server|web)\/testing\//.test(path)
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || isFixture(path)
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))
const isProduct = (path: string) => isIn(path, 'domain', 'server', 'web') && !isTest(path)
const screenOf = (path: string) => /^web\/screens\/([^/]+)/.exec(path)?.[1]
const featureOf = (path: string) => /^(?:domain|server|web)\/features\/([^/]+)\//.exec(path)?.[1]

/** The specifiers of all import, export-from and dynamic import statements, types included. */
export function importsOf(source: string): string[] {
  const statements = /^[ \t]*(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm
  const calls = /\bimport\(\s*['"]([^'"\n]+)['"]/g
  return [...source.matchAll(statements), ...source.matchAll(calls)].flatMap((match) => match[1] ?? [])
}

/** The path of our own file, or the name of a package or built-in. */
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

function packageFault(from: string, to: string): string | undefined {
  if (isIn(from, 'domain') && !isIn(to, 'domain')) return 'domain knows nothing outside itself'
  if (isIn(from, 'server') && isIn(to, 'web')) return 'server and web never meet'
  if (isIn(from, 'web') && isIn(to, 'server')) return 'server and web never meet'
  if (isProduct(from) && isIn(to, 'tools', 'bench', 'e2e')) return 'the product does not depend on its tools'
  if (isProduct(from) && isTest(to)) return 'fixtures are for tests'
  return undefined
}

function webFault(from: string, to: string, { kitFeatures }: Architecture): string | undefined {
  const screen = screenOf(to)
  if (screen && screenOf(from) !== screen && !isIn(from, 'web/app')) {
    return screenOf(from) ? "screens never import each other's folders" : 'only web/app composes screens'
  }
  if (isIn(from, 'web/ui') && (isIn(to, 'domain') || (isIn(to, 'web') && !isIn(to, 'web/ui')))) return 'web/ui has no business words'
  if (isTest(from)) return undefined
  if (isIn(from, 'web/kit')) {
    if (isIn(to, 'web/features', 'domain/entities')) return 'web/kit names no entity and no feature'
    const feature = featureOf(to)
    if (feature && !kitFeatures.includes(feature)) return 'web/kit names no entity and no feature'
  }
  if (isIn(from, 'web/data', 'web/session') && isIn(to, 'web/kit', 'web/features')) return 'web/data and web/session know no screens'
  if (isIn(to, 'web/app') && isIn(from, 'web') && !isIn(from, 'web/app')) return 'web/app is the entry'
  return undefined
}

function serverFault(from: string, to: string, { engineInsiders }: Architecture): string | undefined {
  if (isTest(from)) return undefined
  const isEngineInside = isIn(to, 'server/entities') && to !== ENGINE
  if (isEngineInside && isIn(from, 'server') && !isIn(from, 'server/entities') && !engineInsiders.some((path) => from.startsWith(path))) {
    return `${ENGINE} is the only way to the entities`
  }
  if (isIn(from, 'server/entities')) {
    if (
      isIn(to, 'server') &&
      !isIn(to, 'server/entities', 'server/platform/database', 'server/platform/workers') &&
      to !== 'server/platform/idempotency-keys.ts'
    ) {
      return 'server/entities knows nothing of the business'
    }
    const isInside = posix.dirname(from) !== 'server/entities'
    if (isIn(to, 'domain/entities', 'domain/features') || (isInside && to === 'domain/model/registry.ts')) {
      return 'server/entities gets the registry as an argument'
    }
  }
  const mayCompose = isIn(from, 'server/features', 'server/demo') || posix.dirname(from) === 'server'
  if (isIn(from, 'server') && isIn(to, 'server/features') && !mayCompose) return 'only the files beside server/app.ts compose features'
  return undefined
}

function featureFault(from: string, to: string, { featureImports }: Architecture): string | undefined {
  const [importer, imported] = [featureOf(from), featureOf(to)]
  if (isTest(from) || !importer || !imported || importer === imported) return undefined
  if (featureImports[importer]?.includes(imported)) return undefined
  return `the feature ${importer} may not import ${imported} (tools/architecture.ts)`
}

/** Why this file may not import that own file; undefined if it may. */
const forbiddenOwn = (from: string, to: string, rules: Architecture): string | undefined =>
  packageFault(from, to) ?? webFault(from, to, rules) ?? serverFault(from, to, rules) ?? featureFault(from, to, rules)

function forbiddenForeign(from: string, specifier: string): string | undefined {
  const name = packageOf(specifier)
  if (isProduct(from) && TEST_PACKAGES.includes(name)) return isIn(from, 'domain') ? 'domain is pure' : 'fixtures stand under testing/'
  if (!isIn(from, 'domain') || DOMAIN_PACKAGES.includes(name) || TEST_PACKAGES.includes(name)) return undefined
  return 'domain is pure'
}

function checkImports(files: Files, rules: Architecture): string[] {
  return [...files].flatMap(([from, source]) =>
    importsOf(CODE.test(from) ? source : '').flatMap((specifier) => {
      const target = resolveImport(from, specifier)
      const reason = 'own' in target ? forbiddenOwn(from, target.own, rules) : forbiddenForeign(from, target.foreign)
      return reason ? [`${from}: imports ${specifier}: ${reason}`] : []
    }),
  )
}

/** File → our own files that it imports. */
function importGraph(files: Files): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const [from, source] of files) {
    if (!CODE.test(from)) continue
    const targets = importsOf(source).map((specifier) => resolveImport(from, specifier))
    graph.set(
      from,
      targets.flatMap((target) => ('own' in target && files.has(target.own) ? target.own : [])),
    )
  }
  return graph
}

/** Each cycle once, from its alphabetically first node. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, string[]>()
  const done = new Set<string>()
  const path: string[] = []
  function visit(node: string): void {
    const start = path.indexOf(node)
    if (start >= 0) {
      const cycle = path.slice(start)
      const first = cycle.indexOf([...cycle].sort()[0] ?? node)
      const rotated = [...cycle.slice(first), ...cycle.slice(0, first)]
      found.set(rotated.join(), [...rotated, ...rotated.slice(0, 1)])
      return
    }
    if (done.has(node)) return
    path.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return [...found.values()]
}

/** A plain register is mostly configuration: a screen folder with an EntityList stays small. */
function checkRegisters(files: Files, { largeRegisters }: Architecture): string[] {
  const folders = new Set(
    [...files].flatMap(([path, source]) => (source.includes('<EntityList') ? (/^web\/screens\/[^/]+/.exec(path)?.[0] ?? []) : [])),
  )
  return [...folders].flatMap((folder) => {
    const sources = [...files].filter(([path]) => isIn(path, folder) && CODE.test(path) && !isTest(path))
    const lines = sources.reduce((sum, [, source]) => sum + source.trimEnd().split('\n').length, 0)
    const limit = largeRegisters[folder] ?? MAX_REGISTER_LINES
    return lines <= limit ? [] : [`${folder}: ${lines} lines, at most ${limit} of a register`]
  })
}

const checkCycles = (files: Files): string[] =>
  cyclesOf(importGraph(files)).map((cycle) => `${cycle[0]}: import cycle: ${cycle.join(' → ')}`)

/** The declared imports of features must have no cycles. */
function checkFeatures(files: Files, { featureImports }: Architecture): string[] {
  const cycles = cyclesOf(new Map(Object.entries(featureImports))).map(
    (cycle) => `tools/architecture.ts: features in a cycle: ${cycle.join(' → ')}`,
  )
  const features = new Set([...files.keys()].flatMap((path) => featureOf(path) ?? []))
  const unknown = [...features].filter((feature) => !(feature in featureImports))
  return [...cycles, ...unknown.map((feature) => `features/${feature}: not declared in tools/architecture.ts`)]
}

/** The files that a module starts as processes or workers. */
const programsOf = (from: string, source: string): string[] =>
  [...source.matchAll(/\bnew URL\(\s*'(\.[^']+)'/g)].map(([, path = '']) => posix.join(posix.dirname(from), path))

/** A module that only tests import or start is a fixture. */
function checkFixtures(files: Files): string[] {
  const importers = new Map<string, string[]>()
  for (const [from, imported] of importGraph(files)) {
    const targets = [...imported, ...programsOf(from, files.get(from) ?? '')]
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), from])
  }
  return [...importers].flatMap(([path, from]) =>
    CODE.test(path) && isProduct(path) && from.every(isTest) ? [`${path}: only tests import it: it belongs under testing/`] : [],
  )
}

/** web/kit and web/ui name no entity: none is an argument there, of a function or a type. */
function checkKit(files: Files, { entities, kitEntities }: Architecture): string[] {
  return [...files].flatMap(([path, source]) => {
    if (!isIn(path, 'web/kit', 'web/ui') || !CODE.test(path) || isTest(path)) return []
    const named = new Set([...source.matchAll(/[(<]\s*'(\w+)'/g)].map(([, name = '']) => name))
    const wrong = [...named].filter((name) => entities.includes(name) && !kitEntities.includes(name))
    return wrong.map((name) => `${path}: names the entity ${name}: it belongs to a feature`)
  })
}

function checkShape(path: string, content: string, { folders }: Architecture): string[] {
  const faults: string[] = []
  const parts = path.split('/')
  const [top = '', second = ''] = parts
  const name = parts.at(-1) ?? ''
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  const isExempt = parts.includes('generated') || parts.includes('migrations')
  if (MEASURED.test(path) && !isExempt && lines > MAX_LINES) faults.push(`${path}: ${lines} lines, at most ${MAX_LINES}: it is two things`)
  if (/^index\.(ts|tsx|mts)$/.test(name)) faults.push(`${path}: no barrels`)
  for (const part of parts) {
    const stem = part.replace(/(?:\.test)?\.[a-z]+$/, '')
    if (VAGUE_NAMES.test(stem)) faults.push(`${path}: no "${stem}": name what it is`)
  }
  const allowed = folders[top]
  if (parts.length > 1 && !allowed) faults.push(`${path}: no such folder: ${top}`)
  if (parts.length > 2 && allowed && allowed !== 'any' && !allowed.includes(second))
    faults.push(`${path}: no such folder: ${top}/${second}`)
  return faults
}

function checkFolderSizes(files: Files, { largeFolders }: Architecture): string[] {
  const counts = new Map<string, number>()
  for (const folder of [...files.keys()].map((path) => posix.dirname(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) => {
    const limit = largeFolders[folder] ?? MAX_FILES
    return folder === '.' || limit === 'any' || count <= limit
      ? []
      : [`${folder}: ${count} files, at most ${limit}: split it by what they do`]
  })
}

/** Folders whose files are numbered. Earlier gaps stay, as citations and databases contain the numbers. */
const NUMBERED: readonly { folder: string; gaplessFrom: number }[] = [
  { folder: 'docs/decisions', gaplessFrom: 42 },
  { folder: 'server/platform/database/migrations', gaplessFrom: 28 },
]

function checkNumbers(files: Files, { folder, gaplessFrom }: (typeof NUMBERED)[number]): string[] {
  const byNumber = new Map<number, string>()
  const faults: string[] = []
  for (const path of [...files.keys()].filter((path) => posix.dirname(path) === folder).sort()) {
    const digits = /^(\d{4})-/.exec(posix.basename(path))?.[1]
    const taken = byNumber.get(Number(digits))
    if (!digits) faults.push(`${path}: its name begins with no number`)
    else if (taken) faults.push(`${path}: number ${Number(digits)} is taken by ${taken}`)
    else byNumber.set(Number(digits), path)
  }
  for (const [number, path] of byNumber) {
    if (number > gaplessFrom && !byNumber.has(number - 1)) faults.push(`${path}: there is no number ${number - 1}`)
  }
  return faults
}

/** One sentence for each fault; none when nothing breaks the rules. */
export function checkArchitecture(files: Files, rules: Architecture = architecture): string[] {
  const texts = [...checkCitations(files, rules.foreignCitations), ...checkNames(files)]
  const shapes = [...files].flatMap(([path, content]) => checkShape(path, content, rules))
  const numbers = NUMBERED.flatMap((folder) => checkNumbers(files, folder))
  const folders = [
    ...checkFeatures(files, rules),
    ...checkKit(files, rules),
    ...checkRegisters(files, rules),
    ...checkFixtures(files),
    ...checkFolderSizes(files, rules),
  ]
  const sources = [...checkTypeNames(files, rules.duplicateTypes), ...checkSql(files, rules.sqlOutsideQueries)]
  return [...checkImports(files, rules), ...checkCycles(files), ...shapes, ...numbers, ...folders, ...sources, ...texts].sort()
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
  const root = join(import.meta.dirname, '..')
  const files = new Map(readTree(root))
  const faults = [...checkArchitecture(files), ...checkCommits(root, architecture.subjectsCheckedAfter)]
  for (const fault of faults) console.log(fault)
  console.log(faults.length > 0 ? `${faults.length} faults` : `${files.size} files, no fault`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
