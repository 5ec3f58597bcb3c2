import { storedRead } from '#web/data/device/stored-reads.ts'
import type { ListResult } from '#web/data/json-api.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'

type Shipment = EntityRow<'lahetys'>

const doorKeys = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro'] as const
const fields = { v_o_kuittaus: ['nimenselvennys', 'lahetykset'], lahetys: doorKeys } as const
/** Acknowledgements of a customer that are read for suggestions, the newest. */
const maxRead = 60
/** Names that are suggested at a door. */
const maxNames = 4

/** The last acknowledgements of a customer's deliveries, as far as the viewer may read them; stored for use without a network. */
export const receiversQuery = (customer: string) => ({
  ...listQuery('v_o_kuittaus', {
    filter: { asiakas: customer, jatetty: false },
    sort: ['-drupal_internal__id'],
    page: { limit: maxRead },
    include: ['lahetykset'],
    fields,
  }),
  ...storedRead,
})
export type Receivers = ListResult<'v_o_kuittaus', typeof fields>

const doorOf = (shipment: Pick<Shipment, (typeof doorKeys)[number]>): string =>
  JSON.stringify(doorKeys.map((key) => shipment[key].trim().toLowerCase()))

type AtDoor = Pick<Shipment, (typeof doorKeys)[number] | 'toimitus_yhteyshenkilo_etunimi' | 'toimitus_yhteyshenkilo_sukunimi'>

/** Who may receive the goods: the contacts of the place, then those who last signed at the same door. */
export function receiverNames(shipments: readonly AtDoor[], read: readonly Receivers[]): string[] {
  const contacts = shipments.map((row) => `${row.toimitus_yhteyshenkilo_etunimi} ${row.toimitus_yhteyshenkilo_sukunimi}`)
  const doors = new Set(shipments.map(doorOf))
  const signed = read.flatMap(({ rows, included }) =>
    rows.flatMap(({ nimenselvennys, lahetykset }) =>
      included.all('lahetys', lahetykset).some((shipment) => doors.has(doorOf(shipment))) ? [nimenselvennys] : [],
    ),
  )
  const names = [...contacts, ...signed].map((name) => name.trim().replace(/\s+/g, ' ')).filter((name) => name !== '')
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, maxNames)
}
