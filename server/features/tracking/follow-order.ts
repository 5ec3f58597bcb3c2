import type { Pool } from 'pg'
import type { z } from 'zod'
import { RequestFault } from '#domain/errors.ts'
import { driverPhone } from '#domain/features/tracking/arrival-window.ts'
import type { followOrderCall } from '#domain/features/tracking/order-tracking.ts'
import { trackedOrder } from '#domain/features/tracking/tracked-order.ts'
import { registry } from '#domain/model/registry.ts'
import type { InstallationKey } from '#server/auth/installation-key.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { linkOf } from './link-token.ts'
import { countOpening, orderOfLink } from './queries.ts'

type Input = z.output<typeof followOrderCall.input>
type Answer = z.input<typeof followOrderCall.output>

const ended = (): RequestFault => new RequestFault({ kind: 'not_found', detail: 'Seurantalinkki ei ole voimassa.' })

/**
 * The data that the link of an order's delivery place shows without sign-in. All invalid links get the same response.
 * Each opening of the page is counted; nothing about the visitor is stored.
 */
export async function followOrder(
  { pool, key, settings }: { pool: Pool; key: InstallationKey; settings: SettingsReader },
  { tunnus, avaus }: Input,
  now: number,
): Promise<Answer> {
  const link = linkOf(key, tunnus)
  const found = await orderOfLink(pool, link)
  const receivers = found?.lahetykset.map(({ vastaanottaja }) => vastaanottaja) ?? []
  const tracked = found ? trackedOrder(found, found.lahetykset, receivers, now) : null
  if (!found || !tracked) throw ended()
  if (avaus) await countOpening(pool, link, now)
  // A link of a whole order may belong to any of its consignees: it shows the order's progress, and no delivery place.
  const answer = found.paikka === '' ? { ...tracked, lahetykset: [] } : tracked
  const { seuranta_kuljettajan_puhelin: showsPhone } = await settings()
  const puhelin = showsPhone && found.paikka !== '' ? driverPhone(found.lahetykset) : ''
  return { tilaus: `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`, lahettaja: found.lahettaja, puhelin, ...answer }
}
