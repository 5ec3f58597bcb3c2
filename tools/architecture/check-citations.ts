import { posix } from 'node:path'

/** Path from the root, with slashes → content. */
type Files = ReadonlyMap<string, string>

const CODE = /\.(?:ts|tsx|mts|mjs|css|html|sql)$/
/** Migrations that have run are never edited. */
const MIGRATIONS = 'server/platform/database/migrations/'
/** The check itself contains what it refuses, and its tests cite wrongly on purpose. */
const OWN_FILES = /^tools\/(?:architecture\/check-citations(?:\.test)?|check-architecture\.test)\.ts$/

const RULE = /\brules\/([\w-]+)\.md(?:#([\w-]+))?/g
const DECISIONS = /\bdecisions? (\d+(?:(?:, | and |, and )\d+)*)/gi
const LINK = /\]\(([^)\s:]*?)(?:#([^)\s]+))?\)/g
/** Documents that are not in the repository. */
const FOREIGN = /\b(?:RULES|SPEC|SCREENS|INTEGRATIONS|HOUSE)\b/g

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()))

/** Why the page or its heading does not exist; undefined when both do. */
function missing(files: Files, page: string, anchor: string | undefined): string | undefined {
  const content = files.get(page)
  if (content === undefined) return `there is no ${page}`
  return anchor !== undefined && !anchorsOf(content).includes(anchor) ? `${page} has no heading #${anchor}` : undefined
}

function checkRules(files: Files, path: string, content: string): string[] {
  return [...content.matchAll(RULE)].flatMap(([citation, page, anchor]) => {
    const reason = missing(files, `docs/rules/${page}.md`, anchor)
    return reason ? [`${path}: cites ${citation}: ${reason}`] : []
  })
}

function checkLinks(files: Files, path: string, content: string): string[] {
  return [...content.matchAll(LINK)].flatMap(([, target = '', anchor]) => {
    const page = target === '' ? path : posix.join(posix.dirname(path), target)
    if (!page.endsWith('.md')) return []
    const reason = missing(files, page, anchor)
    return reason ? [`${path}: links to ${target}${anchor ? `#${anchor}` : ''}: ${reason}`] : []
  })
}

function checkDecisions(numbers: ReadonlySet<number>, path: string, content: string): string[] {
  const cited = [...content.matchAll(DECISIONS)].flatMap(([, list = '']) => (list.match(/\d+/g) ?? []).map(Number))
  return cited.filter((number) => !numbers.has(number)).map((number) => `${path}: cites decision ${number}: there is none`)
}

/**
 * Citations of rules (`rules/orders.md#cancelling`), decisions ("decision 8") and links between pages exist, and no document is
 * cited that is not in the repository. `known`: files that still cite such documents; the list only gets shorter.
 */
export function checkCitations(files: Files, known: readonly string[]): string[] {
  const pages = [...files.keys()].flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? [])
  const numbers = new Set(pages.map(Number))
  const foreign: string[] = []
  const broken = [...files].flatMap(([path, content]) => {
    const isPage = path.endsWith('.md')
    if ((!isPage && !CODE.test(path)) || path.startsWith(MIGRATIONS) || OWN_FILES.test(path)) return []
    if (content.search(FOREIGN) >= 0) foreign.push(path)
    return [...(isPage ? checkLinks(files, path, content) : checkRules(files, path, content)), ...checkDecisions(numbers, path, content)]
  })
  const wrong = foreign.filter((path) => !known.includes(path))
  const outdated = known.filter((path) => !foreign.includes(path))
  return [
    ...broken,
    ...wrong.map((path) => `${path}: cites a document that is not here: ${(files.get(path)?.match(FOREIGN) ?? [])[0]}; cite docs/rules`),
    ...outdated.map((path) => `tools/architecture.ts: foreignCitations: ${path} cites none by now`),
  ]
}
