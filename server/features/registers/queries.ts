import { sql } from 'kysely'
import type { Viewer } from '#domain/access/roles.ts'
import { maxUses, type RowUse } from '#domain/features/registers/where-used.ts'
import type { ReferenceTo } from '#domain/model/references/references-to.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { db } from '#server/platform/database/query.ts'

const rowsOf = (entity: EntityName) => db.selectFrom(db.dynamic.table(entity).as('r')).select('r.id')

/** Whether the viewer may read rows with all of these ids. */
export async function areRowsReadable(
  { engine }: Context,
  viewer: Viewer,
  { entity, rows }: { entity: EntityName; rows: readonly string[] },
): Promise<boolean> {
  const query = rowsOf(entity)
    .where('r.id', 'in', [...rows])
    .where(engine.isReadable(viewer, entity, 'r'))
  const found = await engine.query(viewer, query)
  return found.length === rows.length
}

type Used = { rows: readonly string[]; references: readonly ReferenceTo[] }
type UsedBy = { rows: readonly string[]; reference: ReferenceTo }

/** How many rows refer to any of the rows by one relation, at most `maxUses`, as far as the viewer may read them. */
export function usesBy({ engine }: Pick<Context, 'engine'>, viewer: Viewer, { rows: used, reference }: UsedBy) {
  const { entity, relation, isList } = reference
  const column = sql.ref(`r.${relation}${isList ? '_ids' : '_id'}`)
  // The index on a list contains only rows whose list is not empty.
  const refers = isList ? sql<boolean>`${column} <> '{}' and ${column} && ${used}::uuid[]` : sql<boolean>`${column} = any(${used}::uuid[])`
  const rows = rowsOf(entity)
    .where('r.status', '=', 1)
    .where(refers)
    .where(engine.isReadable(viewer, entity, 'r'))
    .limit(maxUses)
  return db
    .selectFrom(rows.as('uses'))
    .select(({ fn }) => [sql.lit<string>(entity).as('entiteetti'), sql.lit(relation).as('suhde'), fn.countAll<number>().as('maara')])
}

/** `usesBy` of each of the relations; one statement for all of them. */
export async function countUses(context: Context, viewer: Viewer, { rows, references }: Used): Promise<RowUse[]> {
  const [first, ...others] = references.map((reference) => usesBy(context, viewer, { rows, reference }))
  return first
    ? context.engine.query(
        viewer,
        others.reduce((all, one) => all.unionAll(one), first),
      )
    : []
}
