import type { Change } from '#domain/define-entity.ts'
import { and, newScope, readable } from './conditions.ts'
import { type Faults, type Intent, placeOf } from './intents.ts'
import { type Resource, relationOf, resourceNamed } from './model.ts'
import { rowsOf } from './read.ts'
import { loadRows, type StoredRow } from './rows.ts'
import type { Saving } from './saving.ts'
import { join, param, sql } from './sql.ts'

type Referring = Saving & {
  faults: Faults
  touched: ReadonlyMap<string, { loaded: { mayRead: boolean } | null }>
  related: Map<string, StoredRow>
}
type Touched = Change<StoredRow> & { resource: Resource; intent: Intent | null }
type Reference = { target: Resource; id: string; pointer: string; trusted: boolean }

/**
 * Every new reference must lead to a row that the viewer may read: a row of another company is no more there than one
 * that does not exist. Rows that rules need to see are loaded on the way.
 */
export async function checkReferences(work: Referring, touched: readonly Touched[]): Promise<void> {
  const wanted = new Map<Resource, Map<string, string[]>>()
  for (const row of touched) {
    for (const { target, id, pointer, trusted } of newReferences(work, row)) {
      // Loaded as a line of the same order is not yet readable: it may be another driver's.
      const known = work.touched.get(`${target.name}/${id}`)
      if (trusted || (known && known.loaded?.mayRead !== false)) continue
      const ids = wanted.get(target) ?? new Map<string, string[]>()
      ids.set(id, [...(ids.get(id) ?? []), pointer])
      wanted.set(target, ids)
    }
  }
  const needed = neededTargets(work, touched)
  // What rules need to see is loaded; of the others, also of the same type, it is enough to know that they are there.
  const plain = [...wanted].map(([target, ids]) => [target, [...ids.keys()].filter((id) => !needed.get(target)?.has(id))] as const)
  const found = await existing(work, new Map(plain.filter(([, ids]) => ids.length > 0)))
  for (const [target, ids] of needed) {
    const rows = await loadRows(work.runner, work.model, work.rights, work.viewer, target, { column: 'id', ids: [...ids], lock: false })
    for (const { row, mayRead } of rows) {
      if (!mayRead) continue
      work.related.set(`${target.name}/${row.id}`, row)
      found.add(`${target.name}/${row.id}`)
    }
  }
  for (const [target, ids] of wanted)
    for (const [id, pointers] of ids)
      if (!found.has(`${target.name}/${id}`))
        for (const pointer of pointers) work.faults.add('invalid', pointer, 'Viitattua riviä ei löydy.')
}

function newReferences(work: Referring, { resource, before, after, intent }: Touched): Reference[] {
  if (!intent || intent.op === 'remove') return []
  const fixed = work.rights.reach(resource.name).create?.fixed ?? {}
  return Object.entries(resource.entity.relations).flatMap(([name, relation]) => {
    if (relation.kind === 'inverse') return []
    const now = relation.kind === 'one' ? [after[name]] : (after[name] as readonly unknown[])
    const earlier = before === null ? [] : relation.kind === 'one' ? [before[name]] : (before[name] as readonly unknown[])
    const target = resourceNamed(work.model, relation.to)
    return now
      .filter((id): id is string => typeof id === 'string' && !earlier.includes(id))
      .map((id) => ({
        target,
        id,
        pointer: placeOf(intent, name),
        // Filled from the session, or from the row that this one is a line of: nothing that the client says.
        trusted: (before === null && name in fixed) || (resource.entity.inherits ?? []).includes(name),
      }))
  })
}

function neededTargets(work: Referring, touched: readonly Touched[]): Map<Resource, Set<string>> {
  const needed = new Map<Resource, Set<string>>()
  for (const { resource, after, intent } of touched) {
    if (!intent) continue
    for (const name of work.rules[resource.name]?.needs ?? []) {
      const relation = relationOf(resource, name)
      if (!relation || relation.kind === 'inverse') continue
      const target = resourceNamed(work.model, relation.to)
      const ids = relation.kind === 'one' ? [after[name]] : (after[name] as readonly unknown[])
      for (const id of ids) if (typeof id === 'string') needed.set(target, (needed.get(target) ?? new Set()).add(id))
    }
  }
  return needed
}

/** Which of the rows are there for the viewer; one statement for all types. */
async function existing(work: Referring, wanted: ReadonlyMap<Resource, readonly string[]>): Promise<Set<string>> {
  if (wanted.size === 0) return new Set()
  const scope = newScope(work.model, work.rights)
  const targets = [...wanted.keys()]
  const selects = targets.map((target, index) => {
    const alias = scope.alias()
    const condition = and([sql`${alias}.id = ANY(${param({ value: index })}::uuid[])`, readable(scope, target, alias)])
    return sql`SELECT ${String(index)} AS n, ${alias}.id FROM ${target.table} ${alias} WHERE ${condition ?? ''}`
  })
  const rows = await rowsOf<{ n: number; id: string }>(work.runner, work.viewer, join(selects, ' UNION ALL '), [...wanted.values()])
  return new Set(rows.map(({ n, id }) => `${targets[n]?.name}/${id}`))
}
