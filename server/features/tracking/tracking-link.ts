import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { changeTrackingLinkCall, TrackingLink } from '#domain/features/tracking/order-tracking.ts'
import { isFollowable, orderAtPlace, trackingEnd } from '#domain/features/tracking/tracked-order.ts'
import type { InstallationKey } from '#server/auth/installation-key.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { allowMail, enqueueTrackingLink } from '#server/platform/mail/mail-queue.ts'
import { tokenOf } from './link-token.ts'
import { disableLinks, enableLink, linkOfPlace, type OrderWithLinks, orderWithLinks } from './queries.ts'

type Parts = Context & { key: InstallationKey }
type Shipment = OrderWithLinks['lahetykset'][number]
type Link = OrderWithLinks['linkit'][number]

/** The order with its links; throws 404 when the viewer may not read it. */
async function readLinks(parts: Parts, runner: Queryable, viewer: Viewer, id: string): Promise<OrderWithLinks> {
  const found = await orderWithLinks({ ...parts, runner }, viewer, id)
  if (!found) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  return found
}

/** The shipments of each delivery place, in the order in which they were created. */
const placesOf = ({ lahetykset }: OrderWithLinks): Map<string, Shipment[]> => Map.groupBy(lahetykset, ({ paikka }) => paikka)

const unused: Omit<Link, 'paikka'> = { id: '', linkki: '', kaytossa: false, avattu: 0, viimeksi_avattu: 0, viestit: [] }

export async function showTrackingLinks(parts: Parts, viewer: Viewer, id: string): Promise<{ data: TrackingLink[] }> {
  const found = await readLinks(parts, parts.pool, viewer, id)
  const now = parts.clock()
  const shown = (paikka: string, shipments: readonly Shipment[]): TrackingLink => {
    const link = found.linkit.find((made) => made.paikka === paikka) ?? unused
    const here = orderAtPlace(found, shipments)
    const seurattavissa = isFollowable(here, now)
    const { kaytossa, avattu, viimeksi_avattu, viestit } = link
    const [first] = shipments
    return {
      paikka,
      nimi: (paikka !== '' && first?.toimitus_nimi) || '',
      paikkakunta: (paikka !== '' && first?.toimitus_postitmp) || '',
      lahetykset: shipments.map((shipment) => shipment.id),
      ...{ seurattavissa, kaytossa, avattu, viimeksi_avattu, viestit },
      tunnus: seurattavissa && kaytossa ? tokenOf(parts.key, link.linkki) : '',
      paattyy: trackingEnd(here),
    }
  }
  const whole = found.linkit.some(({ paikka, kaytossa }) => paikka === '' && kaytossa) ? [shown('', found.lahetykset)] : []
  return { data: [...[...placesOf(found)].map(([paikka, shipments]) => shown(paikka, shipments)), ...whole] }
}

const refused = (pointer: string, detail: string): RequestFault => new RequestFault({ kind: 'invalid', pointer, detail })

/** The place that the request is for: it must be named when there are several. */
function requestedPlace(found: OrderWithLinks, requested: string | undefined): { paikka: string; shipments: Shipment[] } {
  const places = placesOf(found)
  const [only] = places.keys()
  if (requested === undefined && places.size > 1) throw refused('/paikka', 'Tilauksella on useita toimituspaikkoja. Valitse niistä yksi.')
  const paikka = requested ?? only ?? ''
  const shipments = places.get(paikka)
  if (requested !== undefined && !shipments) throw refused('/paikka', 'Tilauksella ei ole tällaista toimituspaikkaa.')
  return { paikka, shipments: shipments ?? [] }
}

/** Allowed to everybody who may read the order, as they can see everything that the link shows. */
export async function changeTrackingLink(
  parts: Parts,
  viewer: Viewer,
  input: z.output<typeof changeTrackingLinkCall.input>,
): Promise<{ success: true }> {
  const now = parts.clock()
  await inTransaction(parts.pool, async (client) => {
    const found = await readLinks(parts, client, viewer, input.id)
    if (input.operation === 'pois') {
      await disableLinks(client, input.id, input.paikka ?? null)
      return
    }
    const { paikka, shipments } = requestedPlace(found, input.paikka)
    if (!isFollowable(orderAtPlace(found, shipments), now)) throw refused('/id', 'Tilausta ei voi seurata linkillä.')
    if (input.operation === 'kayttoon') {
      await enableLink(client, { order: input.id, place: paikka })
      return
    }
    const known = found.linkit.find((link) => link.paikka === paikka)
    if (known && !known.kaytossa) throw refused('/id', 'Seurantalinkki on poistettu käytöstä. Ota se ensin käyttöön.')
    await allowMail(client, 'seurantalinkki', viewer.userId, 1, now)
    const link = await linkOfPlace(client, { order: input.id, place: paikka })
    await enqueueTrackingLink(client, input.vastaanottaja, { tilaus: input.id, linkki: link, lahettaja: viewer.userId }, now)
  })
  return { success: true }
}
