import { type EntityName, registry } from '../model/registry.ts'
import type { FieldName, Rows, Rule } from './define-policy.ts'
import { policy } from './policy.ts'
import type { Role } from './roles.ts'

/** What a set of roles may do with an entity: the combined policy cells of those roles. */
export type Reach<N extends EntityName = EntityName> = Required<Pick<Rule<N>, 'read'>> & {
  hide: ReadonlySet<string>
  mask: Readonly<Record<string, { values: readonly string[]; as: string } | undefined>>
  create: NonNullable<Rule<N>['create']> | null
  update: NonNullable<Rule<N>['update']> | null
  delete: NonNullable<Rule<N>['delete']> | null
}

const joinRows = (list: readonly Rows[]): Rows => {
  if (list.includes('all')) return 'all'
  const conditions = list.filter((rows) => typeof rows === 'object')
  const [first, ...more] = conditions
  if (!first) return 'none'
  return more.length === 0 ? first : { any: conditions }
}

/**
 * Several roles reach the rows of each role. Fields are visible and writable as for the role that reaches the most rows; between roles
 * of equal reach only as all of them allow, so that combining roles never opens a field on a row where no role allows it.
 */
export function reachOf<N extends EntityName>(name: N, held: readonly Role[]): Reach<N> {
  const cells = held.map((role) => policy[name][role] as Rule<N>)
  const read = joinRows(cells.map((cell) => cell.read))
  // A role that reads nothing hides nothing.
  const readers = read === 'all' ? cells.filter((cell) => cell.read === 'all') : cells
  const creators = cells.flatMap((cell) => cell.create ?? [])
  const updaters = cells.flatMap((cell) => cell.update ?? [])
  const deleters = cells.flatMap((cell) => cell.delete ?? [])
  return {
    read,
    hide: new Set(readers.flatMap((cell) => cell.hide ?? [])),
    mask: Object.assign({}, ...readers.map((cell) => cell.mask ?? {})),
    create: creators.find((create) => !create.only && !create.fixed) ?? creators[0] ?? null,
    update:
      updaters.length === 0
        ? null
        : (updaters.find((update) => update.rows === 'all') ?? {
            rows: joinRows(updaters.map((update) => update.rows)),
            ...onlyShared(updaters.map((update) => update.only)),
          }),
    delete: deleters.length === 0 ? null : { rows: joinRows(deleters.map((cell) => cell.rows)) },
  }
}

function onlyShared<N extends EntityName>(lists: readonly (readonly FieldName<N>[] | undefined)[]): { only?: readonly FieldName<N>[] } {
  const limited = lists.filter((list) => list !== undefined)
  const [first, ...more] = limited
  return first ? { only: first.filter((field) => more.every((list) => list.includes(field))) } : {}
}

/** Whether these roles may write the field, so that a form offers only what the server accepts. */
export function mayWrite<N extends EntityName>(name: N, held: readonly Role[], verb: 'create' | 'update', field: FieldName<N>): boolean {
  const cell = reachOf(name, held)[verb]
  return cell !== null && (cell.only === undefined || cell.only.includes(field))
}

export function maySee<N extends EntityName>(name: N, held: readonly Role[], field: FieldName<N>): boolean {
  const reach = reachOf(name, held)
  return reach.read !== 'none' && !reach.hide.has(field)
}

/** Whether these roles reach any row of the entity: for the navigation, and for rejecting an operation with 403. */
export const mayRead = (name: EntityName, held: readonly Role[]): boolean => reachOf(name, held).read !== 'none'

export const entityByType = new Map(Object.values(registry).map((entity) => [entity.type, entity]))
