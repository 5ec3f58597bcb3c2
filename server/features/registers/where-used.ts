import type { z } from 'zod'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { RowUse, whereUsedCall } from '#domain/features/registers/where-used.ts'
import { entityNamed } from '#domain/model/entity-named.ts'
import { featureOff, type Switches } from '#domain/model/features.ts'
import { referencesTo } from '#domain/model/references/references-to.ts'
import type { Context } from '#server/context.ts'
import { areRowsReadable, countUses } from './queries.ts'

type WhereUsedInput = z.output<typeof whereUsedCall.input>

/** The relations by which rows refer to the rows, with the number of those rows (rules/http-api.md#where-a-row-is-used). */
export async function whereUsed(
  context: Context & { switches: () => Promise<Switches> },
  viewer: Viewer,
  { tyyppi, id }: WhereUsedInput,
): Promise<{ data: RowUse[] }> {
  const target = entityNamed(tyyppi)
  if (!target) throw new RequestFault({ kind: 'bad_request', parameter: 'tyyppi', detail: `Tuntematon tyyppi: ${tyyppi}.` })
  const { off } = await context.switches()
  const { reads: switchedOff } = off(target)
  if (switchedOff) throw new RequestFault({ kind: 'not_found', detail: featureOff(switchedOff) })
  if (!(await areRowsReadable(context, viewer, { entity: target, rows: id })))
    throw new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
  const visible = referencesTo(target).filter(({ entity, relation }) => {
    const { read, hide } = reachOf(entity, viewer.roles)
    return read !== 'none' && !hide.has(relation) && off(entity).reads === null
  })
  if (visible.length === 0) return { data: [] }
  const uses = await countUses(context, viewer, { rows: id, references: visible })
  return { data: uses.filter(({ maara }) => maara > 0) }
}
