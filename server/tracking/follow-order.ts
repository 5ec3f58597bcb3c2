import type { Pool } from 'pg'
import type { z } from 'zod'
import type { followOrderCall } from '#domain/calls/order-tracking.ts'
import { RequestFault } from '#domain/errors.ts'
import { registry } from '#domain/registry.ts'
import { type FollowedShipment, trackedOrder } from '#domain/tracking/tracked-order.ts'
import type { InstallationKey } from '../auth/installation-key.ts'
import { type Followed, followedColumns, senderColumn } from './followed.ts'
import { linkOf } from './link-token.ts'

type Asked = z.output<typeof followOrderCall.input>
type Answer = z.input<typeof followOrderCall.output>

type Found = Followed & { lahettaja: string; lahetykset: (FollowedShipment & { vastaanottaja: string })[] }

const ended = (): RequestFault => new RequestFault({ kind: 'not_found', detail: 'Seurantalinkki ei ole voimassa.' })

/**
 * What an order's link shows to whoever holds it; the link is the right to see it, whoever asks. Whatever is wrong with it,
 * the answer is one and the same. Each opening of the page is counted, and nothing is kept of who opened it.
 */
export async function followOrder(
  { pool, key }: { pool: Pool; key: InstallationKey },
  { tunnus, avaus }: Asked,
  now: number,
): Promise<Answer> {
  const link = linkOf(key, tunnus)
  const { rows } = await pool.query<Found>(
    `select ${followedColumns}, ${senderColumn} as lahettaja, l.lahetykset
     from seurantalinkki s join tilaus t on t.id = s.tilaus_id join asiakas a on a.id = t.asiakas_id
     cross join lateral (
       select coalesce(json_agg(json_build_object('status', r.status, 'tila', r.tila, 'toivottu_toimitus', r.toivottu_toimitus,
         'timestamp_toimitettu', r.timestamp_toimitettu, 'toimitus_postitmp', r.toimitus_postitmp, 'toimitus_nimi', r.toimitus_nimi, 'vastaanottaja', coalesce((
           select k.nimenselvennys from v_o_kuittaus k where k.status = 1 and k.lahetykset_ids @> array[r.id]
           order by k.drupal_internal__id desc limit 1), '')) order by r.drupal_internal__id), '[]') as lahetykset
       from lahetys r where r.tilaus_id = t.id and r.status = 1) l
     where s.linkki = $1 and s.kaytossa`,
    [link],
  )
  const [found] = rows
  const receivers = found?.lahetykset.map(({ vastaanottaja }) => vastaanottaja) ?? []
  const tracked = found ? trackedOrder(found, found.lahetykset, receivers, now) : null
  if (!found || !tracked) throw ended()
  if (avaus) await pool.query('update seurantalinkki set avattu = avattu + 1, viimeksi_avattu = $2 where linkki = $1', [link, now])
  return { tilaus: `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`, lahettaja: found.lahettaja, ...tracked }
}
