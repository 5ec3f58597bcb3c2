import type { z } from 'zod'
import type { changeTrackingLinkCall, TrackingLink } from '#domain/calls/order-tracking.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { isFollowable, trackingEnd } from '#domain/tracking/tracked-order.ts'
import type { InstallationKey } from '../auth/installation-key.ts'
import { inTransaction } from '../database/transaction.ts'
import { and, newScope, readable, where } from '../jsonapi/conditions.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { type Runner, rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { param, sql } from '../jsonapi/sql.ts'
import { allowMail, enqueueTrackingLink } from '../mail/queue.ts'
import { type Followed, followedColumns } from './followed.ts'
import { tokenOf } from './link-token.ts'

type Parts = JsonApi & { key: InstallationKey }
type Found = Followed & Pick<TrackingLink, 'avattu' | 'viimeksi_avattu' | 'viestit' | 'kaytossa'> & { linkki: string | null }

// More is somebody's mistake, and is told by the outgoing mail.
const mostMails = 20

/** The order as far as its link goes; 404 when the viewer does not reach it. */
async function readLink({ model, rightsOf }: Parts, runner: Runner, viewer: Viewer, id: string): Promise<Found> {
  const seen = readable(newScope(model, rightsOf(viewer)), resourceNamed(model, 'tilaus'), 't')
  const wanted = and([sql`t.id = ${param({ value: 0 })}::uuid`, seen])
  const [found] = await rowsOf<Found>(
    runner,
    viewer,
    sql`SELECT ${followedColumns}, s.linkki,
        coalesce(s.kaytossa, false) AS kaytossa, coalesce(s.avattu, 0) AS avattu, coalesce(s.viimeksi_avattu, 0)::float8 AS viimeksi_avattu, m.viestit
      FROM tilaus t LEFT JOIN seurantalinkki s ON s.tilaus_id = t.id
      CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'vastaanottaja', p.vastaanottaja, 'luotu', p.luotu, 'tila', p.tila)), '[]') AS viestit
        FROM (SELECT * FROM lahteva_posti WHERE tilaus_id = t.id AND laji = 'seurantalinkki' ORDER BY luotu DESC, id LIMIT ${String(mostMails)}) p) m
      ${where(wanted)}`,
    [id],
  )
  if (!found) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  return found
}

export async function showTrackingLink(parts: Parts, viewer: Viewer, id: string): Promise<TrackingLink> {
  const found = await readLink(parts, parts.pool, viewer, id)
  const seurattavissa = isFollowable(found, parts.clock())
  const { kaytossa, avattu, viimeksi_avattu, viestit } = found
  const tunnus = seurattavissa && kaytossa && found.linkki !== null ? tokenOf(parts.key, found.linkki) : ''
  return { seurattavissa, kaytossa, tunnus, paattyy: trackingEnd(found), avattu, viimeksi_avattu, viestit }
}

const refused = (pointer: string, detail: string): RequestFault => new RequestFault({ kind: 'invalid', pointer, detail })

/** Whoever may read the order may do this with its link: they could as well tell all that it shows. */
export async function changeTrackingLink(
  parts: Parts,
  viewer: Viewer,
  asked: z.output<typeof changeTrackingLinkCall.input>,
): Promise<{ success: true }> {
  const now = parts.clock()
  await inTransaction(parts.pool, async (client) => {
    const found = await readLink(parts, client, viewer, asked.id)
    if (asked.operation === 'pois') {
      await client.query('update seurantalinkki set kaytossa = false where tilaus_id = $1', [asked.id])
      return
    }
    if (!isFollowable(found, now)) throw refused('/id', 'Tilausta ei voi seurata linkillä.')
    if (asked.operation === 'kayttoon') {
      await client.query(
        `insert into seurantalinkki (tilaus_id) values ($1)
         on conflict (tilaus_id) do update set kaytossa = true, linkki = gen_random_uuid() where not seurantalinkki.kaytossa`,
        [asked.id],
      )
      return
    }
    if (found.linkki !== null && !found.kaytossa) throw refused('/id', 'Seurantalinkki on poistettu käytöstä. Ota se ensin käyttöön.')
    await allowMail(client, 'seurantalinkki', viewer.userId, 1, now)
    await client.query('insert into seurantalinkki (tilaus_id) values ($1) on conflict (tilaus_id) do nothing', [asked.id])
    await enqueueTrackingLink(client, asked.vastaanottaja, { tilaus: asked.id, lahettaja: viewer.userId }, now)
  })
  return { success: true }
}
