import { staffRoles, type Viewer } from '#domain/access/roles.ts'
import { recordOfCorrection } from '#domain/entities/correction-request/correction-key.ts'
import { failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import { orderOfDelay } from '#domain/features/deliveries/delay-key.ts'
import { documentOfKey } from '#domain/features/documents/reminder-key.ts'
import { type BellChoices, type BellEntry, maxOfBellKind } from '#domain/features/notifications/notifications.ts'
import { orderOfMessage } from '#domain/features/order-messages/message-key.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { readDocuments } from '../documents/queries.ts'
import { readChoices, readFailures, readFaultReports, readNewOrders, readNotifications } from './queries.ts'

const day = 86_400
/** How long entries are shown (seconds): new orders for a day; failed deliveries and faults of cars until they are dealt with, at most a week. */
const [ordersSince, failuresSince, faultsSince] = [day, 7 * day, 7 * day]
/** The number of characters that the bell shows of a long text. */
const maxShown = 140

const { prefix } = registry.tilaus.tunniste
const plain = { end: 0, key: '' }

type Bell = { data: BellEntry[]; meta: { count: number; asetukset: BellChoices | null } }

/** What the viewer's bell shows, the newest first (rules/notifications.md#bell). */
export async function listBell(context: Context, viewer: Viewer): Promise<Bell> {
  const isDispatcher = viewer.roles.includes('yllapito')
  const [notifications, waiting, asetukset] = await Promise.all([
    readNotifications(context, viewer),
    waitingDocuments(context, viewer),
    isDispatcher ? readChoices(context.pool, viewer.userId) : null,
  ])
  const happened = await happenedFor(context, viewer, asetukset)
  const waitingIds = new Set(waiting.map(({ kohde }) => kohde))
  const shown = notifications.flatMap(({ key, ...notification }): BellEntry[] => {
    const document = documentOfKey(key)
    const lateOrder = orderOfDelay(key)
    if (lateOrder) return [{ ...notification, key, laji: 'myohastyminen', kohde: lateOrder }]
    const discussedOrder = orderOfMessage(key)
    if (discussedOrder) return [{ ...notification, key, laji: 'viesti', kohde: discussedOrder }]
    const record = recordOfCorrection(key)
    if (record) return [{ ...notification, key, laji: 'korjauspyynto', kohde: record }]
    if (!document) return [{ ...notification, key, laji: 'ilmoitus', kohde: null }]
    // The document has been acknowledged since the reminder was written.
    return waitingIds.has(document.id) ? [{ ...notification, key, laji: 'muistutus', kohde: document.id }] : []
  })
  const remindedOf = new Set(shown.map(({ kohde }) => kohde))
  const data = [...shown, ...waiting.filter(({ kohde }) => !remindedOf.has(kohde)), ...happened].sort((a, b) => b.aika - a.aika)
  return { data, meta: { count: data.length, asetukset } }
}

async function waitingDocuments(context: Context, viewer: Viewer): Promise<BellEntry[]> {
  if (!viewer.roles.some((role) => staffRoles.includes(role))) return []
  const documents = await readDocuments(context, viewer, { onlyMissing: true, withCounts: false, offset: 0, limit: maxOfBellKind })
  return documents.map(({ id, name, muutettu }): BellEntry => {
    return { ...plain, id, laji: 'dokumentti', message: `Kuittaa dokumentti: ${name}`, aika: muutettu, kohde: id }
  })
}

/** Entries from orders and cars: for dispatchers the kinds that they have chosen, for maintenance staff faults of cars. */
async function happenedFor({ pool, clock }: Context, viewer: Viewer, wanted: BellChoices | null): Promise<BellEntry[]> {
  const [person, now] = [viewer.userId, clock()]
  const hearsOfFaults = wanted ? wanted.vikailmoitukset : viewer.roles.includes('huolto')
  const [orders, failures, faults] = await Promise.all([
    wanted?.uudet_tilaukset ? readNewOrders(pool, { person, since: now - ordersSince }) : [],
    wanted?.epaonnistuneet ? readFailures(pool, { person, since: now - failuresSince }) : [],
    hearsOfFaults ? readFaultReports(pool, { person, since: now - faultsSince }) : [],
  ])
  return [
    ...orders.map(({ id, tilausnro, asiakas, aika }): BellEntry => {
      return { ...plain, id, laji: 'tilaus', message: `Uusi tilaus ${prefix}-${tilausnro}: ${asiakas}`, aika, kohde: id }
    }),
    ...failures.map(({ id, syy, aika, tilaus, tilausnro, toimitus_nimi, toimitus_postitmp }): BellEntry => {
      const where = [toimitus_nimi, toimitus_postitmp].filter((part) => part !== '').join(', ')
      const message = `Toimitus ei onnistunut, ${prefix}-${tilausnro}${where === '' ? '' : ` (${where})`}: ${failureReasons[syy]}`
      return { ...plain, id, laji: 'poikkeama', message, aika, kohde: tilaus }
    }),
    ...faults.map(({ id, info, kirjaaja, aika, auto, rekisterinumero }): BellEntry => {
      const text = info.replace(/\s+/g, ' ')
      const what = text.length > maxShown ? `${text.slice(0, maxShown).trimEnd()}…` : text
      const message = `Vika autossa ${rekisterinumero}: ${what}${kirjaaja === '' ? '' : ` (${kirjaaja})`}`
      return { ...plain, id, laji: 'vika', message, aika, kohde: auto }
    }),
  ]
}
