import type { Pool } from 'pg'
import type { z } from 'zod'
import type { changeHistoryCall, HistoryEntry } from '#domain/calls/change-history.ts'
import { RequestFault } from '#domain/errors.ts'
import { columnOf, type Model, quote, type Resource, relationOf, resourceNamed } from '../jsonapi/model.ts'

type Asked = z.output<typeof changeHistoryCall.input>
type Found = Omit<HistoryEntry, 'tunniste'> & { numero: string }

/** The row itself and the rows that are its lines, removed ones too: their history stays. */
function family(model: Model, resource: Resource): string {
  const lines = resource.lines.flatMap((line) => {
    const relation = relationOf(resource, line)
    return relation?.kind === 'inverse' ? relation.to.map((name) => ({ line: resourceNamed(model, name), via: `${relation.via}_id` })) : []
  })
  const numberOf = (of: Resource) => quote(columnOf(of, of.entity.tunniste.of).name)
  return [
    `SELECT id, ${numberOf(resource)} AS numero FROM ${resource.table} WHERE id = $1`,
    ...lines.map(({ line, via }) => `SELECT id, ${numberOf(line)} FROM ${line.table} WHERE ${quote(via)} = $1`),
  ].join(' UNION ALL ')
}

export async function changeHistory(pool: Pool, model: Model, asked: Asked): Promise<{ data: HistoryEntry[]; meta: { count: number } }> {
  const resource = model.byType.get(asked.tyyppi)
  if (!resource) throw new RequestFault({ kind: 'bad_request', parameter: 'tyyppi', detail: `Tuntematon tyyppi: ${asked.tyyppi}.` })
  const rows = family(model, resource)
  const [page, counted] = await Promise.all([
    pool.query<Found>(
      `WITH suku AS (${rows})
       SELECT r.id::float8 AS id, r.aika::float8 AS aika, coalesce(nullif(u.field_fullname, ''), u.name, '') AS kayttaja,
         r.entiteetti, r.rivi, suku.numero::text AS numero, r.vid::float8 AS vid, r.syy, r.muutokset
       FROM suku JOIN revisio r ON r.rivi = suku.id LEFT JOIN "user" u ON u.id = r.kayttaja
       ORDER BY r.aika DESC, r.id DESC LIMIT $2 OFFSET $3`,
      [asked.id, asked['page[limit]'], asked['page[offset]']],
    ),
    pool.query<{ there: boolean; count: number }>(
      `WITH suku AS (${rows})
       SELECT EXISTS (SELECT FROM ${resource.table} WHERE id = $1) AS there, (SELECT count(*)::int FROM suku JOIN revisio r ON r.rivi = suku.id) AS count`,
      [asked.id],
    ),
  ])
  const [known] = counted.rows
  if (!known?.there) throw new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
  const data = page.rows.map(({ numero, ...entry }) => ({
    ...entry,
    tunniste: `${resourceNamed(model, entry.entiteetti).entity.tunniste.prefix}-${numero}`,
  }))
  return { data, meta: { count: known.count } }
}
