import type { Condition, Rows } from '#domain/access/define-policy.ts'
import { RequestFault } from '#domain/errors.ts'
import { toNfc } from '#domain/values/nfc.ts'
import { and, join, or, param, raw, type Sql, sql, where } from '#server/platform/database/sql.ts'
import { quote, type Resource } from '../model.ts'
import { policyCondition, readable, type Scope } from './conditions.ts'
import { hiddenWordsOf, searchedParts, searchedStep, textTable, vectorOf, wordsOf } from './search-text.ts'

/**
 * `filter[q]`: finds rows by words (decision 13). A list without `sort` gives the best hits: rows with the exact code first, then rows
 * where every term begins a word, then rows where a term is within a word; newer first. A list with `sort` gives all hits.
 */
export type Search = {
  /** All of these must be found. Empty when the text has no letters or digits; then there are no hits. */
  terms: readonly Term[]
  /** An alternative to `terms`: the whole text as one word (`040 123 4567`, `abc 123`). */
  whole: Term | null
  exact: number
}
/** Indexes into the request's values: LIKE patterns for a row's words, the same as tsqueries, and a LIKE pattern for words of the dictionary. */
type Term = {
  begins: number
  within: number
  begin: number
  query: number
  part: number | null
  /** Whether it may also match within or at the end of a word. */
  reaches: boolean
}

const longest = 100
const maxTerms = 8
/** A term of at least this length matches within words, a shorter one only at their beginnings. */
const shortestPart = 3
/** Most hits of a list without `sort`, and so its largest `meta.count`. */
const maxHits = 500
/** So many of the newest rows are scanned: common words fill the hits there, and rare words have few rows in the index. */
const recentRows = 2000
/** When a twentieth of a sample of older rows match, `walkedRows` more rows are scanned too: the index would give far too many rows. */
const sampledNumbers = 400
const leastSample = 50
const walkedRows = 10_000
const maxWords = 300

const lettersAndDigits = /[^\p{L}\p{N}]+/u
const piecesOf = (text: string): string[] => text.split(lettersAndDigits).filter((piece) => piece !== '')
const backwards = (text: string): string => [...text].reverse().join('')

/** Parses the search text; null when it is empty. Its patterns are added to `values`. */
export function readSearch(parameter: string, text: string, values: unknown[]): Search | null {
  const typed = toNfc(text).trim()
  if (typed === '') return null
  if (typed.length > longest)
    throw new RequestFault({ kind: 'bad_request', parameter, detail: `Hakuteksti on liian pitkä: enintään ${longest} merkkiä.` })
  const lower = typed.toLowerCase()
  const pieces = [...new Set(piecesOf(lower))]
  const joined = piecesOf(lower).join('')
  // Letters followed by digits (T-1042, abc-123) are a code, one term.
  const isCode = /^\p{L}+[-./]?\d+$/u.test(lower)
  // So is a phone number: only digits, beginning with 0 or the country code.
  const isPhone = /^(?:0|358)\d{6,}$/.test(joined) && !/\p{L}/u.test(lower)
  const terms = isCode || isPhone ? [joined] : pieces
  if (terms.length > maxTerms)
    throw new RequestFault({ kind: 'bad_request', parameter, detail: `Hakutekstissä on liian monta sanaa: enintään ${maxTerms}.` })
  return {
    terms: terms.map((piece) => termOf(piece, values)),
    whole: terms.length > 1 && /\d/.test(joined) ? termOf(joined, values) : null,
    exact: values.push(`=${joined}`) - 1,
  }
}

/** The forms in which a number may be stored: Finnish phones are stored as E.164 and typed in many ways. */
function spellings(piece: string): string[] {
  if (!/^\d+$/.test(piece)) return [piece]
  const found = [piece]
  if (/^0[1-9]/.test(piece)) found.push(`358${piece.slice(1)}`, ...(piece.length > 6 ? [piece.slice(1)] : []))
  if (/^00[1-9]/.test(piece)) found.push(piece.slice(2))
  if (/^(00)?3580?\d/.test(piece)) found.push(piece.replace(/^(?:00)?3580?/, '0'), piece.replace(/^(?:00)?3580?/, '358'))
  return [...new Set(found)]
}

function termOf(piece: string, values: unknown[]): Term {
  const begins = spellings(piece)
  const isNumber = /^\d+$/.test(piece)
  const part = !isNumber && [...piece].length >= shortestPart ? `%${piece}%` : null
  const ends = isNumber && piece.length > 3 ? begins.map((spelling) => `<${backwards(spelling)}`) : []
  const within = [...begins, ...ends]
  return {
    begins: values.push(begins.map((spelling) => `% ${spelling}%`)) - 1,
    within: values.push(part === null ? within.map((spelling) => `% ${spelling}%`) : [part]) - 1,
    begin: values.push(begins.map((spelling) => `'${spelling}':*`).join('|')) - 1,
    query: values.push(within.map((spelling) => `'${spelling}':*`).join('|')) - 1,
    part: part === null ? null : values.push(part) - 1,
    reaches: part !== null || ends.length > 0,
  }
}

/** A key of the search's shape: searches of the same shape share a statement and differ in its values. */
export const shapeOfSearch = (search: Search): string =>
  `q${termsOf(search)
    .map(({ part, reaches }) => (part !== null ? 'p' : reaches ? 'n' : 'b'))
    .join('')}${search.whole ? '+' : ''}`

const textValue = (index: number): Sql => sql`${param({ value: index })}::text`
const isLike = (words: string, index: number): Sql => sql`${words} LIKE ANY(${param({ value: index })}::text[])`

/** The condition that all terms are found, or the whole text as one word. */
function holds(search: Search, one: (term: Term) => Sql): Sql {
  const all = and(search.terms.map(one)) ?? raw('false')
  return search.whole ? (or([all, one(search.whole)]) ?? all) : all
}

/** 1: the terms begin words, 2: they are within words, null: no hit. */
function rankOf(search: Search, words: string): Sql {
  const begins = holds(search, ({ begins }) => isLike(words, begins))
  if (!hasWithin(search)) return sql`CASE WHEN ${begins} THEN 1 END`
  const within = holds(search, ({ within }) => isLike(words, within))
  return sql`CASE WHEN ${within} THEN CASE WHEN ${begins} THEN 1 ELSE 2 END END`
}

const termsOf = ({ terms, whole }: Search): readonly Term[] => [...terms, ...(whole ? [whole] : [])]
const hasWithin = (search: Search): boolean => termsOf(search).some(({ reaches }) => reaches)

/** The rank of a row for this viewer: when parts of the row are hidden, by the visible words only. */
function visibleRank(scope: Scope, resource: Resource, alias: string, search: Search): Sql {
  const stored = rankOf(search, 'h.sanat')
  const unseen = unseenParts(scope, resource, alias, search)
  if (unseen === null) return stored
  const own = sql`(SELECT ${rankOf(search, 'o.sanat')} FROM (SELECT ${wordsOf(scope.model, resource, alias, scope)} AS sanat OFFSET 0) o)`
  return sql`CASE WHEN (${stored}) IS NOT NULL THEN CASE WHEN ${unseen} THEN ${own} ELSE ${stored} END END`
}

/** The condition that hidden text may have matched; null when the policy hides no searched text from this viewer. */
function unseenParts(scope: Scope, resource: Resource, alias: string, search: Search): Sql | null {
  const found: Sql[] = []
  const hiddenWords = hiddenWordsOf(resource, alias, scope)
  // When no term is in the hidden words, all terms were found in the visible ones.
  if (hiddenWords !== null) found.push(...termsOf(search).map(({ within }) => isLike(hiddenWords, within)))
  for (const [step, parts] of searchedParts(resource)) {
    const { target, column, isInverse } =
      step === '' ? { target: resource, column: '', isInverse: false } : searchedStep(scope.model, resource, step)
    const { hide, read } = scope.rights.reach(target.name)
    if (step === '') continue
    if (scope.rights.reach(resource.name).hide.has(step) || parts.some(({ field }) => hide.has(field))) return raw('true')
    if (isReadableWithRow(resource, scope.rights.reach(resource.name).read, step, target, read)) continue
    const inner = scope.alias()
    const link = isInverse ? `${inner}.${quote(column)} = ${alias}.id` : `${inner}.id = ${alias}.${quote(column)}`
    const reading = policyCondition(scope, target, inner, read) ?? raw('true')
    found.push(sql`EXISTS (SELECT FROM ${target.table} ${inner} WHERE ${link} AND ${inner}.status = 1 AND (${reading}) IS NOT TRUE)`)
  }
  return found.length === 0 ? null : (or(found) ?? null)
}

const alternatives = (rows: Condition): readonly Condition[] => ('any' in rows ? rows.any : [rows])
const samePath = (a: Condition, b: Condition, path: string): boolean => {
  if (!('path' in a && 'path' in b && b.path === path)) return false
  return ('is' in a && 'is' in b && a.is === b.is) || ('that' in a && 'that' in b && a.that === b.that)
}

/** Whether the policy allows everyone who reads a row to read also the rows at the end of its relation. */
function isReadableWithRow(resource: Resource, own: Rows, step: string, target: Resource, there: Rows): boolean {
  if (there === 'all') return true
  if (own === 'all' || own === 'none' || there === 'none') return own === 'none'
  const [inherits, back] = [target.entity.inherits ?? [], Object.entries(target.entity.relations)]
  const inverses = back.flatMap(([name, relation]) =>
    relation.kind === 'inverse' && relation.to.includes(resource.name) && relation.via === step ? [name] : [],
  )
  return alternatives(own).every((mine) =>
    alternatives(there).some((theirs) => {
      if (!('path' in mine)) return false
      const [first = ''] = mine.path.split('.')
      // A line inherits values of its order; the policy of the target may name its id, or lead back through this row.
      return (
        (target.partOf !== null && inherits.includes(first) && samePath(mine, theirs, mine.path)) ||
        (mine.path === `${step}.id` && samePath(mine, theirs, 'id')) ||
        inverses.some((inverse) => samePath(mine, theirs, `${inverse}.${mine.path}`))
      )
    }),
  )
}

/** The search as a tsquery for the index; parts of words are replaced by the words of the dictionary that contain them. */
function indexQuery(search: Search): Sql {
  const one = ({ query, part }: Term): Sql =>
    part === null
      ? sql`'(' || ${textValue(query)} || ')'`
      : sql`'(' || ${textValue(query)} || coalesce((SELECT '|' || string_agg('''' || w.sana || '''', '|') FROM (SELECT k.sana FROM hakusana k WHERE k.sana LIKE ${textValue(part)} LIMIT ${String(maxWords)}) w), '') || ')'`
  return combined(search, one)
}

const beginQuery = (search: Search): Sql => combined(search, ({ begin }) => sql`'(' || ${textValue(begin)} || ')'`)

function combined({ terms, whole }: Search, one: (term: Term) => Sql): Sql {
  const all = join(terms.map(one), ` || '&' || `)
  return sql`(${whole ? sql`'(' || ${all} || ')|' || ${one(whole)}` : all})::tsquery`
}

/** The rows that a search finds, as a condition on `alias`. */
export function searchCondition(scope: Scope, resource: Resource, alias: string, search: Search): Sql {
  if (search.terms.length === 0) return raw('false')
  const inner = scope.alias()
  const limited = unseenParts(scope, resource, inner, search) !== null
  const of = sql`SELECT h.id FROM ${textTable(resource)} h`
  const found = sql`${vectorOf('h')} @@ (SELECT ${indexQuery(search)})`
  if (!limited) return sql`${alias}.id IN (${of} WHERE ${found})`
  return sql`${alias}.id IN (${of} JOIN ${resource.table} ${inner} ON ${inner}.id = h.id WHERE ${and([found, readable(scope, resource, inner), sql`(${visibleRank(scope, resource, inner, search)}) IS NOT NULL`]) ?? ''})`
}

/** The common tables of a ranked search, the last of them `hits (id, nro, rank)`. */
export function searchTables(scope: Scope, resource: Resource, alias: string, condition: Sql | null, search: Search): Sql[] {
  // Viewers from whom some words are hidden may read few rows (decision 33): all of them are scanned.
  return unseenParts(scope, resource, alias, search) === null
    ? walkedTables(resource, alias, condition, search)
    : [hitsOneByOne(scope, resource, alias, condition, search)]
}

function hitsOneByOne(scope: Scope, resource: Resource, alias: string, condition: Sql | null, search: Search): Sql {
  const isCode = sql`h.sanat || ' ' LIKE '% ' || ${textValue(search.exact)} || ' %'`
  const ranked = sql`SELECT h.id, h.nro, h.sanat, ${visibleRank(scope, resource, alias, search)} AS rank FROM ${textTable(resource)} h JOIN ${resource.table} ${alias} ON ${alias}.id = h.id${where(condition)} OFFSET 0`
  return sql`hits AS MATERIALIZED (SELECT h.id, h.nro, CASE WHEN ${isCode} THEN 0 ELSE h.rank END AS rank FROM (${ranked}) h WHERE h.rank IS NOT NULL ORDER BY 3, h.nro DESC LIMIT ${String(maxHits)})`
}

/**
 * Scans the newest rows. If these do not fill the hits, it finds older ones: common words by scanning further back until there are
 * enough, then rare words by the index (decisions 13, 18). So the rows of a common word are never collected in full.
 */
function walkedTables(resource: Resource, alias: string, condition: Sql | null, search: Search): Sql[] {
  const rank = rankOf(search, 'h.sanat')
  const text = `${textTable(resource)} h`
  const joined = condition ? sql`${text} JOIN ${resource.table} ${alias} ON ${alias}.id = h.id` : raw(text)
  const newest = sql`ORDER BY h.nro DESC LIMIT`
  const max = String(maxHits)
  // Sorted before the join, which then proceeds row by row: a common word fills the hits long before its last row.
  const indexed = (query: Sql, ...more: (Sql | null)[]): Sql => {
    const found = sql`SELECT h.id, h.nro FROM ${text}${where(and([sql`${vectorOf('h')} @@ (SELECT ${query})`, ...more]))} ORDER BY h.nro DESC`
    if (!condition) return sql`${found} LIMIT ${max}`
    const joining = sql`(${found} OFFSET 0) h JOIN ${resource.table} ${alias} ON ${alias}.id = h.id`
    return sql`SELECT h.id, h.nro FROM ${joining}${where(condition)} ${newest} ${max}`
  }
  const gate = (count: string, dense = ''): Sql => raw(`(SELECT more AND ${dense}${count} < ${max} FROM density)`)
  const walkEnd = `coalesce((SELECT h.nro FROM ${text} WHERE h.nro < oldest ORDER BY h.nro DESC OFFSET ${walkedRows - 1} LIMIT 1), 0)`
  const beyond = (dense: string): Sql => raw(`h.nro < (SELECT CASE WHEN ${dense} THEN ${walkEnd} ELSE oldest END FROM density)`)
  const walked = (group: 1 | 2, isOpen: Sql): Sql => {
    const near = sql`(SELECT h.* FROM ${text}${where(and([isOpen, raw('h.nro < (SELECT oldest FROM density)')]))} ${newest} ${String(walkedRows)}) h`
    const joining = condition ? sql`${near} JOIN ${resource.table} ${alias} ON ${alias}.id = h.id` : near
    return sql`SELECT h.id, h.nro FROM ${joining}${where(and([condition, sql`(${rank}) = ${String(group)}`]))} ${newest} ${max}`
  }
  const isCode = sql`('''' || ${textValue(search.exact)} || '''')::tsquery`
  const isBegun = 'CASE WHEN rank = 1 THEN 1 END'
  const isDense = (count: string): string => `count(*) >= ${leastSample} AND count(${count}) * 20 >= count(*)`
  const numbers = `SELECT oldest - n * greatest(1, oldest / ${sampledNumbers}) FROM newest, generate_series(1, ${sampledNumbers}) n WHERE more AND begun < ${max}`
  const soFar = 'found + (SELECT count(*) FROM begun_near) + (SELECT count(*) FROM begun)'
  const tables = [
    sql`codes AS MATERIALIZED (${indexed(isCode)})`,
    sql`recent AS MATERIALIZED (SELECT h.id, h.nro, ${rank} AS rank FROM ${joined}${where(condition)} ${newest} ${String(recentRows)})`,
    raw(
      `newest AS MATERIALIZED (SELECT count(*) = ${recentRows} AS more, min(nro) AS oldest, count(${isBegun}) AS begun, count(rank) AS found FROM recent)`,
    ),
    sql`sample AS MATERIALIZED (SELECT ${rank} AS rank FROM ${text} WHERE h.nro = ANY(ARRAY(${numbers})))`,
    raw(
      `density AS MATERIALIZED (SELECT * FROM newest, (SELECT ${isDense(isBegun)} AS begun_dense, ${isDense('rank')} AS dense FROM sample) s)`,
    ),
    sql`begun_near AS MATERIALIZED (${walked(1, gate('begun', 'begun_dense AND '))})`,
    sql`begun AS MATERIALIZED (${indexed(beginQuery(search), gate('begun + (SELECT count(*) FROM begun_near)'), beyond('begun_dense'))})`,
  ]
  const ranked = [
    'SELECT id, nro, rank FROM recent WHERE rank IS NOT NULL',
    'SELECT id, nro, 1 FROM begun_near',
    'SELECT id, nro, 1 FROM begun',
  ]
  if (hasWithin(search)) {
    const isOpen = gate(`${soFar} + (SELECT count(*) FROM within_near)`)
    const within = indexed(indexQuery(search), isOpen, beyond('dense'), raw('h.id NOT IN (SELECT id FROM begun)'))
    tables.push(sql`within_near AS MATERIALIZED (${walked(2, gate(soFar, 'dense AND '))})`, sql`within AS MATERIALIZED (${within})`)
    ranked.push('SELECT id, nro, 2 FROM within_near', 'SELECT id, nro, 2 FROM within')
  }
  const codeFirst = 'SELECT id, nro, CASE WHEN id IN (SELECT id FROM codes) THEN 0 ELSE rank END AS rank'
  return [
    ...tables,
    raw(`hits AS MATERIALIZED (${codeFirst} FROM (${ranked.join(' UNION ALL ')}) every ORDER BY 3, nro DESC LIMIT ${max})`),
  ]
}
