import type { Compilable } from 'kysely'
import { Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { runQuery } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { finish, type Source, type Sql } from '#server/platform/database/sql.ts'
import type { Model, Resource, Rights } from '../model.ts'
import { type Cached, statementCache } from '../statement-cache.ts'
import { compileIds, compilePlan, compileRows, firstCell, type Plan } from './plan.ts'
import { defaultLimit, type Query } from './query.ts'
import { shapeOf } from './query-shape.ts'
import { openReads, type Reads } from './reading.ts'
import type { ReadRow } from './row-reader.ts'

const readsOfPool = new WeakMap<Pool, Reads<JsonRows>>()

/** The queue and the connections of all reads through a pool. */
function readsOf(pool: Pool): Reads<JsonRows> {
  const known = readsOfPool.get(pool)
  if (known) return known
  const made = openReads<JsonRows>(pool)
  readsOfPool.set(pool, made)
  return made
}

/** Closes the connections that are reserved for reads through a pool. */
export async function closeReads(pool: Pool): Promise<void> {
  const reads = readsOfPool.get(pool)
  readsOfPool.delete(pool)
  await reads?.pool.end()
}

/** A row, and the relation of it that is followed. */
export type RelationSource = { resource: Resource; id: string; relation: string }

export type Reader = {
  list: (runner: Queryable, viewer: Viewer, rights: Rights, resource: Resource, query: Query) => Promise<JsonRows>
  /** The rows at the end of a row's relation, whose types are `targets`; null when the viewer may not read the row itself. */
  related: (
    runner: Queryable,
    viewer: Viewer,
    rights: Rights,
    from: RelationSource,
    targets: readonly Resource[],
    query: Query,
  ) => Promise<JsonRows | null>
  byIds: (runner: Queryable, viewer: Viewer, rights: Rights, resource: Resource, ids: readonly string[], query?: Query) => Promise<JsonRows>
  /** A list as rows for this process. */
  readList: (runner: Queryable, viewer: Viewer, rights: Rights, resource: Resource, query: Query) => Promise<ReadPage>
  /** All rows of a list, `size` at a time, inside the client's transaction: they are never held in memory together. */
  readPages: (
    client: PoolClient,
    viewer: Viewer,
    rights: Rights,
    resource: Resource,
    query: Query,
    size: number,
  ) => AsyncGenerator<ReadPage, void, undefined>
  /** Rows of several types, as JSON by their ids; those that the viewer may not read are missing. */
  rows: (
    runner: Queryable,
    viewer: Viewer,
    rights: Rights,
    selections: readonly { resource: Resource; ids: readonly string[] }[],
  ) => Promise<Map<string, string>>
}
/** Rows as JSON, each but the first with the comma before it. */
export type JsonRows = { data: readonly string[]; included: readonly string[]; count: number; isOwnerReadable: boolean }

/** Rows for this process: the requested ones in order, and the included ones by id. */
export type ReadPage = { rows: readonly ReadRow[]; included: ReadonlyMap<string, ReadRow>; count: number }

type CachedPlan = Cached<Plan>

const plain: Query = { filter: null, search: null, sort: [], include: [], fields: new Map(), offset: 0, limit: defaultLimit, values: [] }

/** Runs lists and reads, with a cache of compiled statements by shape. */
export function makeReader(model: Model): Reader {
  const planFor = statementCache<Plan>()

  async function rowsOfPlan(runner: Queryable, { statement: plan, name }: CachedPlan, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows } = await runner.query<Row>({
      ...(name === null ? {} : { name }),
      text: plan.text,
      values: [...parameters],
      rowMode: 'array',
      types: asText,
    })
    return inOrder(rows)
  }

  async function found(runner: Queryable, known: CachedPlan, parameters: readonly unknown[]): Promise<JsonRows> {
    const { statement: plan } = known
    const rows = await rowsOfPlan(runner, known, parameters)
    const data: string[] = []
    const included: string[] = []
    let count = 0
    let isOwnerReadable = true
    fillLinks(plan, rows)
    for (const row of rows) {
      const branch = Number(row[0])
      const writer = plan.writers[branch]
      if (branch < 0) {
        count = Number(row[firstCell])
        isOwnerReadable = row[firstCell + 1] === 'true'
      } else if (!writer) continue
      else {
        const list = branch < plan.roots ? data : included
        const text = writer(row, firstCell)
        list.push(list.length === 0 ? text : `,${text}`)
      }
    }
    return { data, included, count, isOwnerReadable }
  }

  async function readPage(runner: Queryable, known: CachedPlan, parameters: readonly unknown[]): Promise<ReadPage> {
    const { statement: plan } = known
    const found = await rowsOfPlan(runner, known, parameters)
    const rows: ReadRow[] = []
    const included = new Map<string, ReadRow>()
    let count = 0
    fillLinks(plan, found)
    for (const row of found) {
      const branch = Number(row[0])
      if (branch < 0) count = Number(row[firstCell])
      const read = plan.readers[branch]?.(row, firstCell)
      if (!read) continue
      if (branch < plan.roots) rows.push(read)
      else included.set(read.id, read)
    }
    return { rows, included, count }
  }

  function run(runner: Queryable, viewer: Viewer, key: string, compile: () => Plan, values: readonly unknown[]): Promise<JsonRows> {
    const known = planFor(key, compile)
    const parameters = known.statement.sources.map((source) => parameterOf(source, viewer, values))
    if (!(runner instanceof Pool)) return found(runner, known, parameters)
    const reads = readsOf(runner)
    return reads.shared(viewer, `${key}|${JSON.stringify(parameters)}`, () => found(reads.pool, known, parameters))
  }

  const listPlan = (rights: Rights, resource: Resource, query: Query) => ({
    key: `${resource.name}|${rights.key}|${shapeKey(query)}`,
    compile: () => compilePlan(model, rights, [resource], { page: query }),
    values: [...query.values, query.offset],
  })
  const idsPlan = (rights: Rights, resource: Resource, ids: readonly string[], query: Query) => ({
    key: `ids|${resource.name}|${rights.key}|${shapeKey(query)}`,
    compile: () => compilePlan(model, rights, [resource], { ids: query.values.length, query }),
    values: [...query.values, ids],
  })
  const parametersOf = ({ statement: plan }: CachedPlan, viewer: Viewer, values: readonly unknown[]) =>
    plan.sources.map((source) => parameterOf(source, viewer, values))

  return {
    list(runner, viewer, rights, resource, query) {
      const { key, compile, values } = listPlan(rights, resource, query)
      return run(runner, viewer, key, compile, values)
    },
    readList(runner, viewer, rights, resource, query) {
      const { key, compile, values } = listPlan(rights, resource, query)
      const known = planFor(key, compile)
      const parameters = parametersOf(known, viewer, values)
      if (!(runner instanceof Pool)) return readPage(runner, known, parameters)
      const reads = readsOf(runner)
      return reads.own(viewer, () => readPage(reads.pool, known, parameters))
    },
    async related(runner, viewer, rights, { resource, id, relation }, targets, query) {
      const key = `of|${resource.name}.${relation}|${rights.key}|${shapeKey(query)}`
      const of = { resource, relation, id: query.values.length + 1 }
      const answer = await run(runner, viewer, key, () => compilePlan(model, rights, targets, { page: query, of }), [
        ...query.values,
        query.offset,
        id,
      ])
      return answer.isOwnerReadable ? answer : null
    },
    byIds(runner, viewer, rights, resource, ids, query = plain) {
      const { key, compile, values } = idsPlan(rights, resource, ids, query)
      return run(runner, viewer, key, compile, values)
    },
    async *readPages(client, viewer, rights, resource, query, size) {
      const { text, sources } = compileIds(model, rights, resource, query)
      const values = sources.map((source) => parameterOf(source, viewer, query.values))
      await client.query(`DECLARE listed NO SCROLL CURSOR FOR ${text}`, values)
      for (;;) {
        const { rows } = await client.query<{ id: string }>(`FETCH ${size} FROM listed`)
        if (rows.length === 0) break
        const ids = rows.map(({ id }) => id)
        const { key, compile, values: idValues } = idsPlan(rights, resource, ids, query)
        const known = planFor(key, compile)
        yield await readPage(client, known, parametersOf(known, viewer, idValues))
      }
      await client.query('CLOSE listed')
    },
    async rows(runner, viewer, rights, selections) {
      const resources = selections.map(({ resource }) => resource)
      const key = `rows|${resources.map(({ name }) => name).join(',')}|${rights.key}`
      const known = planFor(key, () => compileRows(model, rights, resources, plain))
      const ids = selections.map(({ ids }) => ids)
      const parameters = known.statement.sources.map((source) => parameterOf(source, viewer, ids))
      const rows = await rowsOfPlan(runner, known, parameters)
      return new Map(rows.map((row) => [row[firstCell] ?? '', known.statement.writers[Number(row[0])]?.(row, firstCell) ?? '']))
    },
  }
}

type Row = (string | null)[]

/** Larger than any place within a branch. */
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

/** Every column of a plan is text already, so nothing is parsed. */
const asText = { getTypeParser: () => (value: string) => value }

/** The value of a statement's parameter in this request. The viewer is null when the server reads for itself. */
export function parameterOf(source: Source, viewer: Viewer | null, values: readonly unknown[]): unknown {
  if ('value' in source) return values[source.value]
  return source.viewer === 'me' ? viewer?.userId : viewer?.asiakasId
}

/** Runs a statement built outside a plan for a viewer; `param({ value: n })` refers to `values[n]`. */
export async function rowsOf<R extends object>(
  runner: Queryable,
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

/** Runs a feature's query for a viewer as lists are run: in the queue and within the time limit. */
export function queuedRows<R extends QueryResultRow>(pool: Pool, viewer: Viewer, query: Compilable<R>): Promise<R[]> {
  const reads = readsOf(pool)
  return reads.own(viewer, () => runQuery(reads.pool, query))
}
