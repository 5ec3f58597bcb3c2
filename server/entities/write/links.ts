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

/** An inverse relation from one of its targets: the rows of `target` hang on the owner by their reference `via`. */
type Link = { name: string; target: Resource; via: string; reference: OneRelation; how: 'replace' | 'add' | 'remove'; ids: string[] }

/** Turns "these rows hang on me" into changes of those rows, which hold the reference. */
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
      const hanging = await hangingOn(saving, owner, link)
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

/** Of a relation that is not written from this end: whether it is said back as the viewer reads it, which does no harm. */
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

/** Which rows hang on the owner now: all of them when the list is replaced, else those that are spoken of. */
async function hangingOn({ runner, model, rights, viewer }: Saving, owner: Intent, { target, via, how, ids }: Link): Promise<string[]> {
  if (owner.op === 'add') return []
  const by = how === 'replace' ? { column: `${via}_id`, ids: [owner.id] } : { column: 'id', ids }
  const rows = await loadRows(runner, model, rights, viewer, target, { ...by, lock: false })
  // What the viewer cannot read stays as it is, and its number is not told by the faults.
  return rows.filter(({ row, mayRead }) => row.status === 1 && mayRead && row[via] === owner.id).map(({ row }) => row.id)
}

/** A row that cannot be without an owner is removed when it leaves. */
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

/** A reference that the roles may not write in its own row is not written from the other end either. */
function mayWriteReference({ rights }: Saving, { target, via, reference }: Link): boolean {
  const only = rights.reach(target.name).update?.only
  return reference.readOnly !== true && (only === undefined || only.includes(via))
}
