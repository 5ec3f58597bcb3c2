import { createHash, randomUUID } from 'node:crypto'
import type { Related, RuleContext } from '#domain/model/define-entity.ts'
import { relationOf, resourceNamed } from '../model.ts'
import { keyOf } from './links.ts'
import { emptyRow, loadRows } from './rows.ts'
import { type AffectedRow, type AffectedRowWithLines, isChanged, reportFault, rootOf, type SaveState, wholeOf } from './save-state.ts'
import type { Conclusion } from './saving.ts'

export function runRules(work: SaveState): AffectedRowWithLines[] {
  const roots = new Set<AffectedRow>()
  for (const row of work.affected.values()) {
    const { lines, name } = row.resource
    const concludes = work.rules[name]?.hooks?.some((hook) => hook.conclude) ?? false
    if ((lines.length > 0 || concludes) && (isChanged(row) || isRunAgain(row))) roots.add(row)
    if (!isChanged(row)) continue
    runOwn(work, row)
    const root = rootOf(work.model, row.resource)
    const owner = root && work.affected.get(keyOf(root.resource, String(row.after[root.relation])))
    if (owner) roots.add(owner)
  }
  const lines = linesByRoot(work)
  const anyReason = [...work.affected.values()].find(({ intent }) => intent?.reason)?.intent?.reason ?? ''
  const rowsWithLines = [...roots].map((root) => ({
    root,
    lines: linesByRelation(root, lines.get(keyOf(root.resource, root.after.id)) ?? []),
  }))
  for (const rowWithLines of rowsWithLines) settle(work, rowWithLines, rowWithLines.root.intent?.reason || anyReason)
  return rowsWithLines
}

/** An update without values: the rules of the row with its lines, and the hooks, run again on what is stored. */
const isRunAgain = ({ intent }: AffectedRow): boolean =>
  intent?.op === 'update' && intent.place === undefined && Object.keys({ ...intent.values, ...intent.linked }).length === 0

/** The lines of a row, by the relation that leads to them. */
function linesByRelation({ resource }: AffectedRow, hanging: readonly AffectedRow[]): Record<string, AffectedRow[]> {
  const lines: Record<string, AffectedRow[]> = {}
  for (const name of resource.lines) {
    const relation = relationOf(resource, name)
    const of = relation?.kind === 'inverse' ? relation.to : []
    lines[name] = hanging.filter((line) => of.includes(line.resource.name))
  }
  return lines
}

/** The lines of each root. Grouped once, as a save may have thousands of rows. */
function linesByRoot(work: SaveState): Map<string, AffectedRow[]> {
  return Map.groupBy(
    [...work.affected.values()].filter(({ resource }) => resource.partOf !== null),
    (affected) => wholeOf(work, affected),
  )
}

const contextOf = (work: SaveState, reason: string): RuleContext => ({
  viewer: work.viewer,
  now: work.now,
  reason,
  confirmed: work.confirmed ?? false,
  bySystem: work.bySystem ?? false,
  features: work.switches.features,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
})

function runOwn(work: SaveState, row: AffectedRow): void {
  const rules = work.rules[row.resource.name]
  if (!rules) return
  const context = contextOf(work, row.intent?.reason ?? '')
  const related = relatedOf(work, row, rules.needs ?? [])
  Object.assign(row.after, rules.derive?.(row, context, related) ?? {})
  for (const fault of rules.check?.(row, context, related) ?? []) reportFault(work, row, fault.field, fault.detail)
}

function relatedOf(work: SaveState, { resource, after }: AffectedRow, needs: readonly string[]): Related {
  return Object.fromEntries(
    needs.map((name) => {
      const relation = relationOf(resource, name)
      const ids = relation?.kind === 'one' ? [after[name]] : (after[name] as readonly unknown[])
      const target = relation && relation.kind !== 'inverse' ? relation.to : ''
      return [name, ids.flatMap((id) => work.affected.get(`${target}/${id}`)?.after ?? work.related.get(`${target}/${id}`) ?? [])]
    }),
  )
}

function settle(work: SaveState, { root, lines }: AffectedRowWithLines, reason: string): void {
  const result = work.rules[root.resource.name]?.settle?.(root, lines, contextOf(work, reason))
  if (!result) return
  Object.assign(root.after, result.set)
  for (const fault of result.faults) reportFault(work, root, fault.field, fault.detail)
}

export async function conclude(work: SaveState, rowsWithLines: readonly AffectedRowWithLines[]): Promise<void> {
  const { viewer, now, affected } = work
  const context = {
    viewer,
    now,
    rowOf: (entity: string, id: string) => affected.get(`${entity}/${id}`)?.after,
    rowsOf: (entity: string) => [...affected.values()].filter(({ resource }) => resource.name === entity).map(({ after }) => after),
  }
  for (const [name, some] of Map.groupBy(rowsWithLines, ({ root }) => root.resource.name)) {
    for (const hook of work.rules[name]?.hooks ?? []) {
      const found = await hook.conclude?.(work.runner, some, context)
      for (const { of, values } of found?.set ?? []) Object.assign(of.after, values)
      for (const { entity, values } of found?.made ?? []) {
        const resource = resourceNamed(work.model, entity)
        const after = { ...emptyRow(resource, randomUUID(), now), ...values }
        affected.set(keyOf(resource, after.id), { resource, loaded: null, before: null, after, intent: null })
      }
      await changeWith(work, found?.changed ?? [])
    }
  }
}

/** Changes stored rows that a hook returns in `changed`, after locking and loading those that the save does not already change. */
async function changeWith(work: SaveState, changes: NonNullable<Conclusion['changed']>): Promise<void> {
  const { runner, model, rights, viewer } = work
  for (const [entity, some] of Map.groupBy(changes, (change) => change.entity)) {
    const resource = resourceNamed(model, entity)
    const ids = some.map(({ id }) => id).filter((id) => !work.affected.has(keyOf(resource, id)))
    const rows = ids.length === 0 ? [] : await loadRows(runner, model, rights, viewer, resource, { column: 'id', ids, lock: true })
    for (const loaded of rows)
      work.affected.set(keyOf(resource, loaded.row.id), { resource, loaded, before: loaded.row, after: { ...loaded.row }, intent: null })
    for (const { id, values } of some) Object.assign(work.affected.get(keyOf(resource, id))?.after ?? {}, values)
  }
}
