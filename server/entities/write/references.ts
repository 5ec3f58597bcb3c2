import type { Change } from '#domain/model/define-entity.ts'
import { referenceFault, type TargetConditions } from '#domain/model/references/references.ts'
import { and, join, param, sql } from '#server/platform/database/sql.ts'
import { type Relation, type Resource, relationOf, resourceNamed } from '../model.ts'
import { newScope, readable } from '../read/conditions.ts'
import { rowsOf } from '../read/read.ts'
import type { Faults } from './intents/faults.ts'
import { type Intent, placeOf } from './intents/intent.ts'
import { keyOf } from './links.ts'
import { loadRows, type StoredRow } from './rows.ts'
import type { Saving } from './saving.ts'

type Referring = Saving & {
  faults: Faults
  affected: ReadonlyMap<string, { loaded: { mayRead: boolean } | null; after: StoredRow }>
  related: Map<string, StoredRow>
}
type AffectedRow = Change<StoredRow> & { resource: Resource; intent: Intent | null }
type Reference = { demands: TargetConditions; row: StoredRow; target: Resource; id: string; pointer: string; trusted: boolean }
/** The target of a reference, by its columns' keys. */
type TargetRow = Readonly<Record<string, unknown>>

/**
 * The target of every new reference must be a row that the viewer may read (the refusal is the same for a row of another customer and
 * for one that does not exist), and must satisfy the conditions of the relation. Also loads the rows that the rules need.
 */
export async function checkReferences(work: Referring, affected: readonly AffectedRow[]): Promise<void> {
  const references = affected.flatMap((row) => newReferences(work, row))
  const inThisSave = (reference: Reference): StoredRow | undefined => {
    const known = work.affected.get(keyOf(reference.target, reference.id))
    // A line that was loaded with its order may be another driver's, which the viewer may not read.
    return known && known.loaded?.mayRead !== false ? known.after : undefined
  }
  const needed = neededTargets(work, affected)
  const ids = new Map<Resource, Set<string>>()
  for (const reference of references) {
    const { target, id, trusted } = reference
    if (trusted || inThisSave(reference) || needed.get(target)?.has(id)) continue
    ids.set(target, (ids.get(target) ?? new Set()).add(id))
  }
  const found = await existing(work, ids)
  for (const [target, ids] of needed) {
    const rows = await loadRows(work.runner, work.model, work.rights, work.viewer, target, { column: 'id', ids: [...ids], lock: false })
    for (const { row, mayRead } of rows) {
      if (!mayRead) continue
      work.related.set(keyOf(target, row.id), row)
      found.set(keyOf(target, row.id), row)
    }
  }
  for (const reference of references) {
    if (reference.trusted) continue
    const target = inThisSave(reference) ?? found.get(keyOf(reference.target, reference.id))
    const fault = target ? referenceFault(reference.demands, reference.row, target) : 'Viitattua riviä ei löydy.'
    if (fault) work.faults.add('invalid', reference.pointer, fault)
  }
}

function newReferences(work: Referring, { resource, before, after, intent }: AffectedRow): Reference[] {
  if (!intent || intent.op === 'remove') return []
  const fixed = work.rights.reach(resource.name).create?.fixed ?? {}
  return Object.entries(resource.entity.relations).flatMap(([name, relation]) => {
    if (relation.kind === 'inverse') return []
    const earlier = before === null || changesCustomer(relation, { before, after }) ? [] : idsIn(relation, before[name])
    const target = resourceNamed(work.model, relation.to)
    return idsIn(relation, after[name])
      .filter((id) => !earlier.includes(id))
      .map((id) => ({
        demands: relation,
        row: after,
        target,
        id,
        pointer: placeOf(intent, name),
        // Set from the session, or inherited from the order: the client does not choose it.
        trusted: (before === null && name in fixed) || (resource.entity.inherits ?? []).includes(name),
      }))
  })
}

const idsIn = ({ kind }: Relation, value: unknown): string[] => {
  const ids = kind === 'one' ? [value] : Array.isArray(value) ? value : []
  return ids.filter((id) => typeof id === 'string')
}

/** After a change of the customer the row must refer to the new customer's rows. */
const changesCustomer = ({ sameCustomer }: TargetConditions, { before, after }: Change<StoredRow>): boolean =>
  sameCustomer !== undefined && JSON.stringify(before?.[sameCustomer]) !== JSON.stringify(after[sameCustomer])

function neededTargets(work: Referring, affected: readonly AffectedRow[]): Map<Resource, Set<string>> {
  const needed = new Map<Resource, Set<string>>()
  for (const { resource, after, intent } of affected) {
    if (!intent) continue
    for (const name of work.rules[resource.name]?.needs ?? []) {
      const relation = relationOf(resource, name)
      if (!relation || relation.kind === 'inverse') continue
      const target = resourceNamed(work.model, relation.to)
      for (const id of idsIn(relation, after[name])) needed.set(target, (needed.get(target) ?? new Set()).add(id))
    }
  }
  return needed
}

/** The rows that the viewer may read, of all types in one statement. */
async function existing(work: Referring, ids: ReadonlyMap<Resource, ReadonlySet<string>>): Promise<Map<string, TargetRow>> {
  if (ids.size === 0) return new Map()
  const scope = newScope(work.model, work.rights)
  const targets = [...ids.keys()]
  const selects = targets.map((target, index) => {
    const alias = scope.alias()
    const condition = and([sql`${alias}.id = ANY(${param({ value: index })}::uuid[])`, readable(scope, target, alias)])
    return sql`SELECT ${String(index)} AS n, ${alias}.id, to_jsonb(${alias}) AS rivi FROM ${target.table} ${alias} WHERE ${condition ?? ''}`
  })
  const values = [...ids.values()].map((ids) => [...ids])
  const rows = await rowsOf<{ n: number; id: string; rivi: TargetRow }>(work.runner, work.viewer, join(selects, ' UNION ALL '), values)
  return new Map(
    rows.flatMap(({ n, id, rivi }) => {
      const target = targets[n]
      if (!target) return []
      return [[keyOf(target, id), Object.fromEntries(target.columns.map(({ key, name }) => [key, rivi[name]]))] as const]
    }),
  )
}
