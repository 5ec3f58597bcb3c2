import type { Pool } from 'pg'
import type { z } from 'zod'
import type { OutgoingMail, outgoingMailCall } from '#domain/features/mail/outgoing-mail.ts'
import { registry } from '#domain/model/registry.ts'

type Input = z.output<typeof outgoingMailCall.input>

export async function outgoingMail(pool: Pool, input: Input): Promise<{ data: OutgoingMail[]; meta: { count: number } }> {
  const [page, counted] = await Promise.all([
    pool.query<OutgoingMail>(
      `select p.id, p.luotu::float8 as luotu, p.laji, p.vastaanottaja, coalesce($3 || t.tilausnro, '') as tilaus,
         coalesce(nullif(u.field_fullname, ''), u.name, '') as lahettaja, p.tila, p.yrityksia, p.lahetetty::float8 as lahetetty, p.virhe, p.aihe, p.teksti
       from lahteva_posti p left join tilaus t on t.id = p.tilaus_id left join "user" u on u.id = p.lahettaja_id
       order by p.luotu desc, p.id desc limit $1 offset $2`,
      [input['page[limit]'], input['page[offset]'], `${registry.tilaus.tunniste.prefix}-`],
    ),
    pool.query<{ count: number }>('select count(*)::int as count from lahteva_posti'),
  ])
  return { data: page.rows, meta: { count: counted.rows[0]?.count ?? 0 } }
}
