import type { Pool } from 'pg'
import type { z } from 'zod'
import { RequestFault } from '#domain/errors.ts'
import type { changeHistoryCall, HistoryEntry } from '#domain/features/history/change-history.ts'
import { featureOff, type Switches } from '#domain/model/features.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { revisionsOfFamily } from './queries.ts'

type Input = z.output<typeof changeHistoryCall.input>

const prefixOf = (name: EntityName): string => registry[name].tunniste.prefix

export async function changeHistory(
  { pool, switches }: { pool: Pool; switches: () => Promise<Switches> },
  input: Input,
): Promise<{ data: HistoryEntry[]; meta: { count: number } }> {
  const entity = entityNames.find((name) => registry[name].type === input.tyyppi)
  if (!entity) throw new RequestFault({ kind: 'bad_request', parameter: 'tyyppi', detail: `Tuntematon tyyppi: ${input.tyyppi}.` })
  const { reads: switchedOff } = (await switches()).off(entity)
  if (switchedOff) throw new RequestFault({ kind: 'not_found', detail: featureOff(switchedOff) })
  const { revisions, known } = await revisionsOfFamily(pool, entity, input)
  if (!known?.there) throw new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
  const data = revisions.map(({ numero, ...entry }) => ({
    ...entry,
    tunniste: `${prefixOf(entry.entiteetti)}-${numero}`,
  }))
  return { data, meta: { count: known.count } }
}
