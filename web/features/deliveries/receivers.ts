import { queryOptions } from '@tanstack/react-query'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { list } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { EntityRow } from '#web/data/row.ts'

type Shipment = EntityRow<'lahetys'>

const doorKeys = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro'] as const
const fields = { v_o_kuittaus: ['nimenselvennys', 'lahetykset'], lahetys: doorKeys } as const
/** Acknowledgements of a customer that are read for suggestions, the newest. */
const maxRead = 60
/** Names that are suggested at a door. */
const maxNames = 4

/** The last acknowledgements of a customer's deliveries, as far as the viewer may read them; stored for use without a network. */
export function receiversQuery(customer: string) {
  const query = {
    filter: { 'asiakas.id': customer, jatetty: false },
    sort: ['-drupal_internal__id'],
    page: { limit: maxRead },
    include: ['lahetykset'],
    fields,
  } as const
  return queryOptions({
    queryKey: queryKeys.list('v_o_kuittaus', query),
    // Names are suggestions: no fault of theirs is shown.
    queryFn: ({ signal }) => list('v_o_kuittaus', query, { signal, quiet: 'all' }),
    ...storedRead,
  })
}
type Door = Pick<Shipment, (typeof doorKeys)[number]>
type Receivers = {
  rows: readonly { nimenselvennys: string; lahetykset: readonly string[] }[]
  included: { all: (name: 'lahetys', ids: readonly string[]) => readonly Door[] }
}

const doorOf = (shipment: Door): string => JSON.stringify(doorKeys.map((key) => shipment[key].trim().toLowerCase()))

type AtDoor = Door & Pick<Shipment, 'toimitus_yhteyshenkilo_etunimi' | 'toimitus_yhteyshenkilo_sukunimi'>

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
  return names.filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index).slice(0, maxNames)
}
