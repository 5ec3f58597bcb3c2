import { randomUUID } from 'node:crypto'
import { type Compilable, sql as kysely, type RawBuilder } from 'kysely'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { Switches } from '#domain/model/features.ts'
import type { ListQuery } from '#domain/model/query/list-query.ts'
import { referencesTo } from '#domain/model/references/references-to.ts'
import type { EntityName, Row } from '#domain/model/registry.ts'
import { runQuery } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Sql } from '#server/platform/database/sql.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Model, type Rights, resourceNamed } from './model.ts'
import { isReadable, newScope, visibleExpression } from './read/conditions.ts'
import { oneDocument } from './read/documents.ts'
import { compileQuery } from './read/query.ts'
import { closeReads, makeReader, parameterOf, queuedRows } from './read/read.ts'
import { readTookTooLong, withinTimeLimit } from './read/reading.ts'
import { refuseSwitchedOffEntities, refuseSwitchedOffPaths } from './read/switched-off.ts'
import { parseWireQuery } from './read/wire-query.ts'
import { systemRights } from './rights.ts'
import { type AnyShape, isShapeOf, requestFor, rowsOfShape, type Shape, type ShapedRow } from './shape.ts'
import { Faults } from './write/intents/faults.ts'
import { repointReferences } from './write/repoint.ts'
import { intentsOf, type RowChange } from './write/row-change.ts'
import { type LoadedRow, loadRows, type StoredRow } from './write/rows.ts'
import { save } from './write/save.ts'
import type { ChangedRow, Conclude, Conclusion, Follow, Hook, LookUp, RowWithLines, Rules } from './write/saving.ts'

export type { AnyShape, Conclude, Conclusion, Follow, Hook, LookUp, RowChange, RowWithLines, Rules, Shape, StoredRow }
export { isShapeOf, readTookTooLong, withinTimeLimit }

/** What a feature adds to the saves of which entities (`hooks.ts` of the feature), in the order in which the hooks run. */
export type EntityHooks = { readonly [N in EntityName]?: readonly Hook[] }

export type EngineParts = {
  model: Model
  rules: Rules
  pool: Pool
  rightsOf: (viewer: Viewer) => Rights
  /** Unix seconds. */
  clock: () => number
  /** The features that are switched on, and what is refused because of the others. */
  switches: () => Promise<Switches>
}

/** Who makes a change: a person with their rights, or the server itself (`system`), to which only the entities' rules apply. */
export type Actor = Viewer | { system: true; onBehalfOf: Viewer | null }
export const system: Actor = { system: true, onBehalfOf: null }
/** A change by the server on behalf of a person: revisions name the person. */
export const systemFor = (onBehalfOf: Viewer): Actor => ({ system: true, onBehalfOf })

type ChangeOptions = { vid?: number | null; reason?: string; pointer?: string }
const plain = { isInput: false, vid: null, reason: '', pointer: '' }

/** A new row with the server's own values. */
export const addRow = <N extends EntityName>(
  entity: N,
  values: Partial<Row<N>>,
  options: ChangeOptions & { id?: string } = {},
): RowChange => ({
  ...plain,
  id: randomUUID(),
  ...options,
  op: 'add',
  entity,
  values,
})
/** A change to a row with the server's own values. */
export const updateRow = <N extends EntityName>(
  entity: N,
  id: string,
  values: Partial<Row<N>>,
  options: ChangeOptions = {},
): RowChange => ({
  ...plain,
  ...options,
  op: 'update',
  entity,
  id,
  values,
})
export const removeRow = (entity: EntityName, id: string, options: ChangeOptions = {}): RowChange => ({
  ...plain,
  ...options,
  op: 'remove',
  entity,
  id,
  values: {},
})
/** A change with values from a person, not validated yet. */
export const inputRow = (
  op: 'add' | 'update',
  entity: EntityName,
  id: string,
  values: Readonly<Record<string, unknown>>,
  options: ChangeOptions = {},
): RowChange => ({ ...plain, ...options, op, entity, id, values, isInput: true })

export type TypedRow<N extends EntityName> = Omit<LoadedRow, 'row'> & { row: Row<N> }
export type SaveOptions = {
  /** The caller's transaction; without one the save opens its own. */
  client?: PoolClient
  /** The person has just confirmed the save with their password. */
  confirmed?: boolean
  /** Fields that the person may write in addition to the policy's lists of fields; the caller has checked this right. */
  grants?: { readonly [N in EntityName]?: readonly string[] }
}

/** `reason` is stored in the revisions of the referring rows, `targetReason` in that of the row `to`. */
type Repointing = { from: string; to: string; reason: string; targetReason: string }
/** The number of rows of an entity whose relation was changed. */
type Repointed = { entity: string; relation: string; count: number }

/** The only way for features to read and save entities: typed by the registry, within the rights of the actor. */
export type Engine = ReturnType<typeof openEngine>

export function openEngine({ model, rules, pool, rightsOf, clock, switches }: EngineParts) {
  const reader = makeReader(model)
  const rightsOfActor = (actor: Actor): Rights => ('system' in actor ? systemRights : rightsOf(actor))
  const viewerOf = (actor: Actor): Viewer | null => ('system' in actor ? actor.onBehalfOf : actor)

  const planList = async <N extends EntityName>(viewer: Viewer, entity: N, shape: Shape<N>, query: ListRequest<N>) => {
    const rights = rightsOf(viewer)
    const resource = resourceNamed(model, entity)
    if (rights.reach(entity).read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
    const base = 'wire' in query ? parseWireQuery([resource], query.wire) : undefined
    const requested = requestFor({ model, rights, resource, shape, query: 'wire' in query ? {} : query, base })
    const compiled = compileQuery(model, rights, [resource], requested)
    if ('wire' in query) {
      refuseSwitchedOffEntities([entity], await switches())
      await refuseSwitchedOffPaths({ model, switches }, [resource], compiled)
    }
    return { rights, resource, query: compiled }
  }

  const preview = async (actor: Actor, changes: readonly RowChange[]): Promise<{ faults: Fault[]; changed: ChangedRow[] }> => {
    const rights = rightsOfActor(actor)
    const faults = new Faults()
    const intents = intentsOf(model, changes, { rights, faults })
    const changed: ChangedRow[] = []
    const onChanged = (rows: readonly ChangedRow[]) => void changed.push(...rows)
    try {
      const bySystem = 'system' in actor
      const saving = { model, rules, viewer: viewerOf(actor), bySystem, rights, now: clock(), switches: await switches() }
      await save({ ...saving, runner: pool, checkOnly: true, onChanged }, intents)
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      return { faults: [...faults.list, ...error.faults], changed: [] }
    }
    return { faults: faults.list, changed }
  }

  return {
    /** A page of a list; fields and relations that the policy hides from the viewer are missing. */
    async list<N extends EntityName, const S extends Shape<N>>(
      viewer: Viewer,
      entity: N,
      shape: S,
      query: ListRequest<N>,
      runner: Queryable = pool,
    ): Promise<{ rows: ShapedRow<N, S>[]; count: number }> {
      const plan = await planList(viewer, entity, shape, query)
      const page = await reader.readList(runner, viewer, plan.rights, plan.resource, plan.query)
      return { rows: rowsOfShape<N, S>(shape, page), count: page.count }
    },

    /** All rows of a list, `size` at a time, inside the client's transaction: they are never held in memory together. */
    async *listPages<N extends EntityName, const S extends Shape<N>>(
      client: PoolClient,
      viewer: Viewer,
      entity: N,
      { shape, query, size }: { shape: S; query: ListRequest<N>; size: number },
    ): AsyncGenerator<ShapedRow<N, S>[], void, undefined> {
      const plan = await planList(viewer, entity, shape, query)
      for await (const page of reader.readPages(client, viewer, plan.rights, plan.resource, plan.query, size))
        yield rowsOfShape<N, S>(shape, page)
    },

    /**
     * Rows as they are stored, with all fields, in the order of creation, with what the actor may do to each. `ids` are the rows' own ids or,
     * with `by`, ids of the target of that relation. `lock` locks the rows against changes until the transaction ends.
     */
    async load<N extends EntityName>(
      actor: Actor,
      entity: N,
      ids: readonly string[],
      { by, orIds, lock = false, runner = pool }: { by?: string; orIds?: readonly string[]; lock?: boolean; runner?: Queryable } = {},
    ): Promise<TypedRow<N>[]> {
      const column = by === undefined ? 'id' : `${by}_id`
      const selection = { column, ids, lock, ...(orIds ? { orIds } : {}) }
      const rows = await loadRows(runner, model, rightsOfActor(actor), viewerOf(actor), resourceNamed(model, entity), selection)
      // A stored row has every column of its entity.
      return rows as unknown as TypedRow<N>[]
    },

    /** Stores the changes, all or nothing: locks, rights, versions, limits, rules, revisions and events. Throws RequestFault with every fault found. */
    async save(actor: Actor, changes: readonly RowChange[], { client, confirmed = false, grants = {} }: SaveOptions = {}): Promise<void> {
      if (changes.length === 0) return
      const rights = withGrants(rightsOfActor(actor), grants)
      const faults = new Faults()
      const intents = intentsOf(model, changes, { rights, faults })
      faults.throwIfAny()
      const bySystem = 'system' in actor
      const saving = { model, rules, viewer: viewerOf(actor), bySystem, rights, now: clock(), switches: await switches(), confirmed }
      if (client) await save({ ...saving, runner: client }, intents)
      else await inTransaction(pool, (runner) => save({ ...saving, runner }, intents))
    },

    /** All faults that a save of the changes would throw; stores nothing. Values of a wrong form are reported and left out of the later checks. */
    async check(actor: Actor, changes: readonly RowChange[]): Promise<Fault[]> {
      return (await preview(actor, changes)).faults
    },

    /** The rows that a save of the changes would change, those included that follow from it (`follow` of hooks), and the faults of `check`; stores nothing. */
    preview,

    /** Changes every reference to the row `from` to the row `to`, with a revision for each changed row, in the caller's transaction. Returns the relations that had such references. */
    async repoint(client: PoolClient, viewer: Viewer, target: EntityName, change: Repointing): Promise<Repointed[]> {
      const context = { target, references: referencesTo(target), now: clock(), userId: viewer.userId }
      const counts = await repointReferences(client, model, { ...change, ...context })
      return counts.filter(({ count }) => count > 0)
    },

    /** A row as the JSON:API sends it to the viewer, with its address; read inside the caller's transaction. */
    async document(client: PoolClient, viewer: Viewer, entity: EntityName, id: string): Promise<{ url: string; body: string }> {
      const resource = resourceNamed(model, entity)
      const url = `${resource.path}/${id}`
      const found = await reader.byIds(client, viewer, rightsOf(viewer), resource, [id])
      return { url, body: oneDocument(found, url).join('') }
    },

    /** The condition, for a feature's own query, that the viewer may read the entity's row under the alias. */
    isReadable: (viewer: Viewer, entity: EntityName, alias: string): RawBuilder<boolean> =>
      expressionFor(viewer, isReadable(newScope(model, rightsOf(viewer)), entity, alias)),

    /** A stored field as the viewer sees it, for a feature's own query; null where the policy hides it. */
    seenField(viewer: Viewer, entity: EntityName, field: string, alias: string): RawBuilder<unknown> | null {
      const reach = rightsOf(viewer).reach(entity)
      return reach.hide.has(field) ? null : kysely.raw(visibleExpression(reach, resourceNamed(model, entity), field, alias))
    },

    /** Runs a feature's own query for a viewer. Through the pool it waits in the queue of reads and has their time limit, as lists do. */
    query<R extends QueryResultRow>(viewer: Viewer, query: Compilable<R>, runner: Queryable = pool): Promise<R[]> {
      return runner === pool ? queuedRows(pool, viewer, query) : runQuery(runner, query)
    },

    /** Closes the connections that are reserved for reads. */
    close: () => closeReads(pool),
  }
}

/** The query of a list: typed, or the parameters of a request in the JSON:API's dialect, for calls that accept those. */
export type ListRequest<N extends EntityName> =
  | Omit<ListQuery<N, never>, 'include' | 'fields'>
  | { readonly wire: Readonly<Record<string, unknown>> }

/** The engine's SQL as an expression of a feature's query. */
function expressionFor<T>(viewer: Viewer, { text, sources }: Sql): RawBuilder<T> {
  const pieces = text.flatMap((part, index) => {
    const source = sources[index - 1]
    return source ? [parameterOf(source, viewer, []), kysely.raw(part)] : [kysely.raw(part)]
  })
  return kysely<T>`${kysely.join(pieces, kysely.raw(''))}`
}

function withGrants(rights: Rights, grants: NonNullable<SaveOptions['grants']>): Rights {
  if (Object.keys(grants).length === 0) return rights
  const granted: Readonly<Record<string, readonly string[] | undefined>> = grants
  return {
    ...rights,
    reach(name) {
      const reach = rights.reach(name)
      return reach.update?.only ? { ...reach, update: { ...reach.update, only: [...reach.update.only, ...(granted[name] ?? [])] } } : reach
    },
  }
}
