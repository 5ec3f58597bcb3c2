import { availableParallelism } from 'node:os'
import { type ClientBase, Pool, type PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import type { Model, Resource, Rights } from './model.ts'
import { onceInTurn } from './once-in-turn.ts'
import { compileIds, compilePlan, compileRows, firstCell, type Plan } from './plan.ts'
import { defaultLimit, type Query, shapeOf } from './query.ts'
import { finish, type Source, type Sql } from './sql.ts'

/** Anything that runs one statement: the pool, or a client inside a transaction. */
export type Runner = Pick<Pool | ClientBase, 'query'>

const mostPlans = 500
// A plan is prepared in PostgreSQL only once its shape has come back: one-off shapes must not fill the server's memory.
const preparedAfter = 3
const mostPrepared = 200
// Readers share the pool's connections, where a statement's name has one meaning.
let named = 0
/** More reads at once than this only take the processors from each other, and all of them end late. */
const mostAtOnce = Math.max(4, 2 * availableParallelism())
const longestWait = 15_000
const busy = (): RequestFault =>
  new RequestFault({ kind: 'unavailable', detail: 'Palvelu on ruuhkautunut. Yritä hetken kuluttua uudelleen.' })
const askersOf = new WeakMap<Pool, ReturnType<typeof onceInTurn<Found>>>()

/** The turns at a pool are the same for everybody who reads through it. */
function askerOf(pool: Pool): ReturnType<typeof onceInTurn<Found>> {
  const known = askersOf.get(pool)
  if (known) return known
  const made = onceInTurn<Found>({ atOnce: mostAtOnce, ofOne: mostAtOnce - 1, longestWait, refusal: busy })
  askersOf.set(pool, made)
  return made
}

/** A row by its id, and which of its relations is followed. */
export type From = { resource: Resource; id: string; relation: string }

export type Reader = {
  list: (runner: Runner, viewer: Viewer, rights: Rights, resource: Resource, query: Query) => Promise<Found>
  /** The rows at the end of a row's relation, whose types are `targets`; null when the viewer does not reach the row itself. */
  related: (runner: Runner, viewer: Viewer, rights: Rights, from: From, targets: readonly Resource[], query: Query) => Promise<Found | null>
  byIds: (runner: Runner, viewer: Viewer, rights: Rights, resource: Resource, ids: readonly string[], query?: Query) => Promise<Found>
  /** All rows of a list, so many at a time, inside the client's transaction: they are never held in memory together. */
  pages: (
    client: PoolClient,
    viewer: Viewer,
    rights: Rights,
    resource: Resource,
    query: Query,
    size: number,
  ) => AsyncGenerator<Found, void, undefined>
  /** Rows of several types, as JSON by their ids; those out of the viewer's reach are missing. */
  rows: (
    runner: Runner,
    viewer: Viewer,
    rights: Rights,
    wanted: readonly { resource: Resource; ids: readonly string[] }[],
  ) => Promise<Map<string, string>>
}
/** Rows as JSON, each but the first with the comma before it. */
export type Found = { data: readonly string[]; included: readonly string[]; count: number; ownerIsThere: boolean }

type Kept = { plan: Plan; uses: number; name: string | null }

const plain: Query = { filter: null, search: null, sort: [], include: [], fields: new Map(), offset: 0, limit: defaultLimit, values: [] }

/** Runs lists and reads, keeping the compiled statements of the shapes asked for lately. */
export function makeReader(model: Model): Reader {
  const kept = new Map<string, Kept>()
  let prepared = 0

  function planFor(key: string, compile: () => Plan): Kept {
    const known = kept.get(key)
    if (known) {
      known.uses++
      if (known.uses === preparedAfter && prepared < mostPrepared) {
        prepared++
        known.name = `k${++named}`
      }
      return known
    }
    if (kept.size >= mostPlans) {
      // A prepared plan is never dropped: its name must keep its meaning on every connection.
      const oldest = [...kept].find(([, entry]) => entry.name === null)
      if (oldest) kept.delete(oldest[0])
    }
    const made = { plan: compile(), uses: 1, name: null }
    kept.set(key, made)
    return made
  }

  async function rowsOfPlan(runner: Runner, { plan, name }: Kept, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows } = await runner.query<Row>({
      ...(name === null ? {} : { name }),
      text: plan.text,
      values: [...parameters],
      rowMode: 'array',
      types: asText,
    })
    return inOrder(rows)
  }

  async function found(runner: Runner, known: Kept, parameters: readonly unknown[]): Promise<Found> {
    const { plan } = known
    const rows = await rowsOfPlan(runner, known, parameters)
    const data: string[] = []
    const included: string[] = []
    let count = 0
    let ownerIsThere = true
    fillLinks(plan, rows)
    for (const row of rows) {
      const branch = Number(row[0])
      const writer = plan.writers[branch]
      if (branch < 0) {
        count = Number(row[firstCell])
        ownerIsThere = row[firstCell + 1] === 'true'
      } else if (!writer) continue
      else {
        const list = branch < plan.roots ? data : included
        const text = writer(row, firstCell)
        list.push(list.length === 0 ? text : `,${text}`)
      }
    }
    return { data, included, count, ownerIsThere }
  }

  function run(runner: Runner, viewer: Viewer, key: string, compile: () => Plan, values: readonly unknown[]): Promise<Found> {
    const known = planFor(key, compile)
    const parameters = known.plan.sources.map((source) => parameterOf(source, viewer, values))
    const read = () => found(runner, known, parameters)
    return runner instanceof Pool ? askerOf(runner)(viewer.userId, `${key}|${JSON.stringify(parameters)}`, read) : read()
  }

  const byIds: Reader['byIds'] = (runner, viewer, rights, resource, ids, query = plain) => {
    const key = `ids|${resource.name}|${rights.key}|${shapeKey(query)}`
    const at = query.values.length
    return run(runner, viewer, key, () => compilePlan(model, rights, [resource], { ids: at, query }), [...query.values, ids])
  }

  return {
    list(runner, viewer, rights, resource, query) {
      const key = `${resource.name}|${rights.key}|${shapeKey(query)}`
      return run(runner, viewer, key, () => compilePlan(model, rights, [resource], { page: query }), [...query.values, query.offset])
    },
    async related(runner, viewer, rights, { resource, id, relation }, targets, query) {
      const key = `of|${resource.name}.${relation}|${rights.key}|${shapeKey(query)}`
      const of = { resource, relation, id: query.values.length + 1 }
      const answer = await run(runner, viewer, key, () => compilePlan(model, rights, targets, { page: query, of }), [
        ...query.values,
        query.offset,
        id,
      ])
      return answer.ownerIsThere ? answer : null
    },
    byIds,
    async *pages(client, viewer, rights, resource, query, size) {
      const { text, sources } = compileIds(model, rights, resource, query)
      const values = sources.map((source) => parameterOf(source, viewer, query.values))
      await client.query(`DECLARE listed NO SCROLL CURSOR FOR ${text}`, values)
      for (;;) {
        const { rows } = await client.query<{ id: string }>(`FETCH ${size} FROM listed`)
        if (rows.length === 0) break
        yield await byIds(
          client,
          viewer,
          rights,
          resource,
          rows.map(({ id }) => id),
          query,
        )
      }
      await client.query('CLOSE listed')
    },
    async rows(runner, viewer, rights, wanted) {
      const resources = wanted.map(({ resource }) => resource)
      const key = `rows|${resources.map(({ name }) => name).join(',')}|${rights.key}`
      const known = planFor(key, () => compileRows(model, rights, resources, plain))
      const ids = wanted.map(({ ids }) => ids)
      const parameters = known.plan.sources.map((source) => parameterOf(source, viewer, ids))
      const rows = await rowsOfPlan(runner, known, parameters)
      return new Map(rows.map((row) => [row[firstCell] ?? '', known.plan.writers[Number(row[0])]?.(row, firstCell) ?? '']))
    },
  }
}

type Row = (string | null)[]

/** More than any place within a branch. */
const branchSize = 2 ** 45

function inOrder(rows: Row[]): Row[] {
  const places = rows.map(([branch, place]) => Number(branch) * branchSize + Number(place))
  if (places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0))) return rows
  const order = [...rows.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  return order.flatMap((at) => [rows[at] ?? []])
}

function fillLinks({ links }: Plan, rows: readonly Row[]): void {
  for (const { field, branch, owner } of links) {
    const ids = new Map<string, string>()
    for (const row of rows) {
      if (Number(row[0]) !== branch) continue
      const whose = row[owner] ?? ''
      const earlier = ids.get(whose)
      const id = row[firstCell] ?? ''
      ids.set(whose, earlier === undefined ? id : `${earlier},${id}`)
    }
    for (const row of rows) if (row[0] === '0') row[field] = ids.get(row[firstCell] ?? '') ?? null
  }
}

const shapes = new WeakMap<Query, string>()

function shapeKey(query: Query): string {
  const known = shapes.get(query)
  if (known !== undefined) return known
  const shape = shapeOf(query)
  shapes.set(query, shape)
  return shape
}

/** Every column of a plan is text already, so nothing is to be parsed. */
const asText = { getTypeParser: () => (value: string) => value }

/** What a statement's parameter stands for in this request; without a viewer the server asks for itself. */
export function parameterOf(source: Source, viewer: Viewer | null, values: readonly unknown[]): unknown {
  if ('value' in source) return values[source.value]
  return source.viewer === 'me' ? viewer?.userId : viewer?.asiakasId
}

/** The rows of a statement made by hand, asked for a viewer; `values` in the order of their numbers. */
export async function rowsOf<R extends object>(
  runner: Runner,
  viewer: Viewer | null,
  statement: Sql,
  values: readonly unknown[],
): Promise<R[]> {
  const { text, sources } = finish(statement)
  const { rows } = await runner.query<R & Record<string, unknown>>({
    text,
    values: sources.map((source) => parameterOf(source, viewer, values)),
  })
  return rows
}

const opening = '{"jsonapi":{"version":"1.1"},"data":'

/** In pieces, which become bytes one by one: joined first, a list's text would be copied once more. */
export type Document = readonly string[]

const includedOf = ({ included }: Found): Document => (included.length === 0 ? [] : [',"included":[', ...included, ']'])

/** The document of a list. `url` is the request's own path and query, from which the neighbours' links are made. */
export function listDocument(found: Found, query: Query, url: string): Document {
  const links: Record<string, { href: string }> = { self: { href: url } }
  const [path = '', search = ''] = url.split('?')
  const parameters = new URLSearchParams(search)
  const to = (offset: number): { href: string } => {
    parameters.set('page[offset]', String(offset))
    return { href: `${path}?${parameters}` }
  }
  if (query.offset > 0) {
    links.first = to(0)
    links.prev = to(Math.max(0, query.offset - query.limit))
  }
  if (query.offset + found.data.length < found.count) {
    links.next = to(query.offset + query.limit)
    links.last = to(lastOffset(query, found.count))
  }
  const end = `,"links":${JSON.stringify(links)},"meta":{"count":${found.count}}}`
  return [opening, '[', ...found.data, ']', ...includedOf(found), end]
}

/** Where the last page begins, going on from this one page by page. */
const lastOffset = ({ offset, limit }: Query, count: number): number => offset + Math.floor((count - 1 - offset) / limit) * limit

export function oneDocument(found: Found, url: string): Document {
  if (found.data.length === 0) throw notFound()
  return oneOrNothing(found, url)
}

/** Of a relation that holds one row or none. */
export const oneOrNothing = (found: Found, url: string): Document => [
  opening,
  found.data[0] ?? 'null',
  ...includedOf(found),
  `,"links":{"self":{"href":${JSON.stringify(url)}}}}`,
]

export const notFound = (): RequestFault => new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
