import { sql } from 'kysely'
import type { Viewer } from '#domain/access/roles.ts'
import { maxUses, type RowUse } from '#domain/features/registers/where-used.ts'
import type { ReferenceTo } from '#domain/model/references-to.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { db } from '#server/platform/database/query.ts'

const rowsOf = (entity: EntityName) => db.selectFrom(db.dynamic.table(entity).as('r')).select('r.id')

/** Whether the viewer reads a row with this id. */
export async function isRowReadable(
  { engine }: Context,
  viewer: Viewer,
  { entity, row }: { entity: EntityName; row: string },
): Promise<boolean> {
  const query = rowsOf(entity)
    .where('r.id', '=', row)
    .where(engine.isReadable(viewer, entity, 'r'))
  const rows = await engine.query(viewer, query)
  return rows.length > 0
}

type Used = { row: string; references: readonly ReferenceTo[] }

/** How many rows refer to a row by each of the relations, as far as the viewer reads them; one statement for all of them. */
export async function countUses({ engine }: Context, viewer: Viewer, { row, references }: Used): Promise<RowUse[]> {
  const counts = references.map(({ entity, relation, isList }) => {
    const refers = isList
      ? sql<boolean>`${sql.ref(`r.${relation}_ids`)} @> array[${row}::uuid]`
      : sql<boolean>`${sql.ref(`r.${relation}_id`)} = ${row}::uuid`
    const rows = rowsOf(entity)
      .where('r.status', '=', 1)
      .where(refers)
      .where(engine.isReadable(viewer, entity, 'r'))
      .limit(maxUses)
    return db
      .selectFrom(rows.as('uses'))
      .select(({ fn }) => [sql.lit<string>(entity).as('entiteetti'), sql.lit(relation).as('suhde'), fn.countAll<number>().as('maara')])
  })
  const [first, ...others] = counts
  return first
    ? engine.query(
        viewer,
        others.reduce((all, one) => all.unionAll(one), first),
      )
    : []
}
