import { isDeepStrictEqual } from 'node:util'
import { faultKinds } from '#domain/errors.ts'
import type { InverseRelation, OneRelation } from '#domain/model/define-entity.ts'
import { and, param, raw, sql, where } from '#server/platform/database/sql.ts'
import { type Resource, relationOf, resourceNamed } from '../model.ts'
import { newScope, readable } from '../read/conditions.ts'
import { linkOfInverse } from '../read/includes.ts'
import { rowsOf } from '../read/read.ts'
import type { Faults } from './intents/faults.ts'
import { type Identifier, type Intent, placeOf } from './intents/intent.ts'
import { loadRows } from './rows.ts'
import type { Saving } from './saving.ts'

export const keyOf = (resource: Resource, id: string): string => `${resource.name}/${id}`

/** An inverse relation to one of its entities: the rows of `target` refer to the owner by `via`. */
type Link = { name: string; target: Resource; via: string; reference: OneRelation; how: 'replace' | 'add' | 'remove'; ids: string[] }

/** Turns changes of inverse relations into changes of the rows that hold the reference. */
export async function spreadLinks(saving: Saving, faults: Faults, requested: readonly Intent[]): Promise<Intent[]> {
  const intents = [...requested]
  const added = new Map(requested.filter((intent) => intent.op === 'add').map((intent) => [keyOf(intent.resource, intent.id), intent]))
  for (const owner of requested) {
    for (const link of await linksOf(saving, faults, owner)) {
      const { target, via, how, ids } = link
      const fresh = how === 'remove' ? [] : ids.filter((id) => added.has(keyOf(target, id)))
      for (const id of fresh) {
        const intent = added.get(keyOf(target, id))
        if (!intent) continue
        intent.values[via] ??= owner.id
        if (intent.values[via] !== owner.id) faults.add('invalid', placeOf(owner, link.name), 'Sama rivi on annettu kahdelle eri riville.')
      }
      const hanging = await attachedRows(saving, owner, link)
      const joining = how === 'remove' ? [] : ids.filter((id) => !hanging.includes(id) && !fresh.includes(id))
      const leaving = how === 'add' ? [] : hanging.filter((id) => ids.includes(id) === (how === 'remove'))
      for (const id of joining) intents.push(changeOf(owner, link, id, owner.id))
      for (const id of leaving) intents.push(changeOf(owner, link, id, null))
      if ((joining.length > 0 || (leaving.length > 0 && !link.reference.required)) && !mayWriteReference(saving, link))
        faults.add('forbidden', placeOf(owner, link.name), faultKinds.forbidden.title)
    }
  }
  return intents
}

async function linksOf(saving: Saving, faults: Faults, owner: Intent): Promise<Link[]> {
  const links: Link[] = []
  for (const [name, { how, rows }] of Object.entries(owner.linked)) {
    const relation = relationOf(owner.resource, name)
    if (relation?.kind !== 'inverse') continue
    for (const targetName of relation.to) {
      const target = resourceNamed(saving.model, targetName)
      const ids = rows.filter(({ type }: Identifier) => type === target.type).map(({ id }) => id)
      const reference = relationOf(target, relation.via)
      if (!relation.through && reference?.kind === 'one') links.push({ name, target, via: relation.via, reference, how, ids })
      else if (how !== 'replace' || !(await isAsRead(saving, owner, relation, target, ids)))
        faults.add('invalid', placeOf(owner, name), 'Suhdetta ei voi muuttaa tästä päästä.')
    }
  }
  return links
}

/** Whether the linkage is as the viewer reads it: that is accepted also for a relation that cannot be changed from this end. */
async function isAsRead(
  { runner, model, rights, viewer }: Saving,
  owner: Intent,
  relation: InverseRelation,
  target: Resource,
  ids: readonly string[],
): Promise<boolean> {
  if (owner.op === 'add') return ids.length === 0
  const scope = newScope(model, rights)
  const hanging = linkOfInverse(scope, relation, target, 't', { id: sql`${param({ value: 0 })}::uuid` })
  const condition = where(and([hanging, raw('t.status = 1'), readable(scope, target, 't')]))
  const visible = await rowsOf<{ id: string }>(runner, viewer, sql`SELECT t.id FROM ${target.table} t${condition}`, [owner.id])
  return isDeepStrictEqual(new Set(ids), new Set(visible.map(({ id }) => id)))
}

/** The rows that refer to the owner now: all of them when the list is replaced, otherwise those that the request names. */
async function attachedRows({ runner, model, rights, viewer }: Saving, owner: Intent, { target, via, how, ids }: Link): Promise<string[]> {
  if (owner.op === 'add') return []
  const by = how === 'replace' ? { column: `${via}_id`, ids: [owner.id] } : { column: 'id', ids }
  const rows = await loadRows(runner, model, rights, viewer, target, { ...by, lock: false })
  // Rows that the viewer may not read are not changed, and the faults do not show how many there are.
  return rows.filter(({ row, mayRead }) => row.status === 1 && mayRead && row[via] === owner.id).map(({ row }) => row.id)
}

/** A row whose reference is required is removed when it is detached. */
function changeOf(owner: Intent, link: Link, id: string, value: string | null): Intent {
  const remove = value === null && link.reference.required === true
  const place = placeOf(owner, link.name)
  return {
    op: remove ? 'remove' : 'update',
    resource: link.target,
    id,
    values: remove ? {} : { [link.via]: value },
    readOnlyValues: {},
    linked: {},
    vid: null,
    reason: owner.reason,
    pointer: place,
    place,
  }
}

/** Whether the roles may write the reference in its own row; otherwise it may not be written from the other end either. */
function mayWriteReference({ rights }: Saving, { target, via, reference }: Link): boolean {
  const only = rights.reach(target.name).update?.only
  return reference.readOnly !== true && (only === undefined || only.includes(via))
}
