import type { Viewer } from '#domain/access/roles.ts'
import type { Model, Resource, Rights } from '#server/entities/model.ts'
import { newScope, readable } from '#server/entities/read/conditions.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inPlace, type Source } from '#server/platform/database/sql.ts'
import type { RowChange } from './row-change.ts'

export type Watcher = Pick<Viewer, 'userId' | 'asiakasId'>
/** Ids of the visible rows, by their current values and by their previous ones. */
export type VisibleRows = { now: ReadonlySet<string>; before: ReadonlySet<string> }

/** Which rows of an entity a set of roles sees: all, none, or those found by a statement that checks many watchers at once. */
type VisibilityCondition = 'all' | 'none' | { name: string; text: string; dependsOn: ReadonlySet<'me' | 'my_company'> }

export type Visibility = {
  /** Watchers with the same key see the same rows of the entity. */
  keyOf: (rights: Rights, resource: Resource, watcher: Watcher) => string
  /** Which of the changed rows of one entity each watcher sees, by their key: one statement for all of them. */
  visibleTo: (
    runner: Queryable,
    rights: Rights,
    resource: Resource,
    changes: readonly RowChange[],
    watchers: readonly Watcher[],
  ) => Promise<ReadonlyMap<string, VisibleRows>>
}

const nobody: VisibleRows = { now: new Set(), before: new Set() }

/** Compiles, once for each set of roles and entity, the policy table's condition on the current and on the previous rows. */
export function makeVisibility(model: Model): Visibility {
  const made = new Map<string, VisibilityCondition>()

  function conditionOf(rights: Rights, resource: Resource): VisibilityCondition {
    const key = `${rights.key}/${resource.name}`
    const known = made.get(key)
    if (known) return known
    const condition = compileCondition(model, rights, resource, `nakyy${made.size}`)
    made.set(key, condition)
    return condition
  }

  const keyFor = (condition: VisibilityCondition, { userId, asiakasId }: Watcher): string =>
    typeof condition === 'string'
      ? condition
      : `${condition.dependsOn.has('me') ? userId : ''}/${condition.dependsOn.has('my_company') ? (asiakasId ?? 'none') : ''}`

  return {
    keyOf: (rights, resource, watcher) => keyFor(conditionOf(rights, resource), watcher),
    async visibleTo(runner, rights, resource, changes, watchers) {
      const condition = conditionOf(rights, resource)
      if (condition === 'none') return new Map([[condition, nobody]])
      if (condition === 'all') {
        const before = new Set(changes.filter((change) => change.before).map(({ id }) => id))
        return new Map([[condition, { now: new Set(changes.map(({ id }) => id)), before }]])
      }
      const different = new Map(watchers.map((watcher) => [keyFor(condition, watcher), watcher]))
      const { rows } = await runner.query<{ n: number; id: string; nyt: boolean }>({
        name: condition.name,
        text: condition.text,
        values: [
          [...different.values()].map(({ userId }) => userId),
          [...different.values()].map(({ asiakasId }) => asiakasId),
          changes.map(({ id }) => id),
          JSON.stringify(changes.flatMap(({ id, before }) => (before ? [{ ...before, id }] : []))),
        ],
      })
      const visible = [...different.keys()].map((key) => ({ key, now: new Set<string>(), before: new Set<string>() }))
      for (const { n, id, nyt } of rows) visible[n - 1]?.[nyt ? 'now' : 'before'].add(id)
      return new Map(visible.map(({ key, now, before }) => [key, { now, before }]))
    },
  }
}

function compileCondition(model: Model, rights: Rights, resource: Resource, name: string): VisibilityCondition {
  const { read } = rights.reach(resource.name)
  if (read === 'none') return 'none'
  const scope = newScope(model, rights, { fromRow: true })
  const condition = readable(scope, resource, 'rivi')
  if (!condition) return 'all'
  const dependsOn = new Set(condition.sources.flatMap((source) => ('viewer' in source ? [source.viewer] : [])))
  const reached = inPlace(condition, ofWatcher)
  // A previous row is the current row with the changed fields restored; the rows that it refers to have their current values.
  const text = `SELECT v.n::int AS n, rivi.id, true AS nyt
      FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS v(me, my_company, n) CROSS JOIN ${resource.table} rivi
      WHERE rivi.id = ANY($3::uuid[]) AND ${reached}
    UNION ALL SELECT v.n::int, rivi.id, false
      FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS v(me, my_company, n)
        CROSS JOIN jsonb_array_elements($4::jsonb) AS oli(kentat) JOIN ${resource.table} nyt ON nyt.id = (oli.kentat->>'id')::uuid
        CROSS JOIN LATERAL jsonb_populate_record(nyt, oli.kentat) rivi
      WHERE ${reached}`
  return { name, text, dependsOn }
}

function ofWatcher(source: Source): string {
  if ('viewer' in source) return `v.${source.viewer}`
  throw new Error('A condition of the policy table depends on a request')
}
