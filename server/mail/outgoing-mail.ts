import type { Pool } from 'pg'
import type { z } from 'zod'
import type { OutgoingMail, outgoingMailCall } from '#domain/calls/outgoing-mail.ts'

type Asked = z.output<typeof outgoingMailCall.input>

export async function outgoingMail(pool: Pool, asked: Asked): Promise<{ data: OutgoingMail[]; meta: { count: number } }> {
  const [page, counted] = await Promise.all([
    pool.query<OutgoingMail>(
      `select id, luotu::float8 as luotu, laji, vastaanottaja, tila, yrityksia, lahetetty::float8 as lahetetty, virhe, aihe, teksti
       from lahteva_posti order by luotu desc, id desc limit $1 offset $2`,
      [asked['page[limit]'], asked['page[offset]']],
    ),
    pool.query<{ count: number }>('select count(*)::int as count from lahteva_posti'),
  ])
  return { data: page.rows, meta: { count: counted.rows[0]?.count ?? 0 } }
}
