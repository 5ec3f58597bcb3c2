import { deliveryKeys, pickupKeys } from '#domain/values/place/place.ts'
import { addDays } from '#domain/values/time/time.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import type { IncludedRows } from '../../data/json-api.ts'
import { listQuery, pagesQuery } from '../../data/queries.ts'
import { queryClient } from '../../data/query-client.ts'
import type { Part } from '../../data/row.ts'
import { earlierList, fromEarlierDay } from './earlier-reads.ts'

const fields = {
  lahetys: [
    'vid',
    'changed',
    'tila',
    'tyyppi',
    'maara',
    'paino',
    'kuvaus',
    'varauma',
    'viesti',
    'viite',
    'toivottu_toimitus',
    'timestamp_toimitettu',
    'timestamp_noudettu',
    'tila_muuttui',
    'laitteen_aika',
    'laitteen_ero',
    'tilaus',
    'asiakas',
    'nykyinen_osoite',
    'poikkeama',
    'kuvat',
    'luvattu_aika',
    ...pickupKeys,
    ...deliveryKeys,
  ],
  tuntituote: [
    'vid',
    'changed',
    'tila',
    'selite',
    'viesti',
    'viite',
    'toimituspaiva',
    'aloitusaika',
    'timestamp_toimitettu',
    'tilaus',
    'asiakas',
    ...pickupKeys,
  ],
  tilaus: ['tunniste', 'tilauksen_tila'],
  asiakas: ['name'],
  postiosoite: ['name', 'field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka', 'field_maa', 'puhelin'],
  toimituspoikkeama: ['syy', 'selite', 'laitteen_aika', 'created'],
  ajo_pysahdys: [
    'tyyppi',
    'nimi',
    'osoite1',
    'postinro',
    'postitmp',
    'maa',
    'lat',
    'lng',
    'jarjestys',
    'kesto',
    'arvioitu_saapuminen',
    'tyovuoro',
    'lahetykset',
    'tuntituote',
  ],
  tyovuoro: ['paiva', 'alkuaika', 'kesto'],
} as const
export type Shipment = Part<'lahetys', typeof fields>
export type Job = Part<'tuntituote', typeof fields>
export type Failure = Part<'toimituspoikkeama', typeof fields>
export type ShiftStop = Part<'ajo_pysahdys', typeof fields>
export type OrderOfLine = Part<'tilaus', typeof fields>
export type IncludedDriverRows = IncludedRows<typeof fields>

const include = ['tilaus', 'asiakas'] as const
const shipmentInclude = [...include, 'nykyinen_osoite', 'poikkeama'] as const
const done = ['toimitettu', 'peruutettu'] as const
/** More stops than a driver has in a day; a button fetches the rest. */
const pageSize = 100

// No filter by driver: the policy table gives a driver what is assigned to them and what travels on their published shifts.
const open = { tila: { operator: 'NOT IN', value: done } } as const

const isOnDay = (day: number, { now, after }: { now: number; after: boolean }): boolean => day >= addDays(now, 1) === after

const shipmentPages = (now: number, after: boolean) =>
  pagesQuery(
    'lahetys',
    {
      filter: { ...open, toivottu_toimitus: { operator: after ? '>=' : '<', value: addDays(now, 1) } },
      // Not sorted by state: a card keeps its place after a step.
      sort: ['toivottu_toimitus', 'drupal_internal__id'],
      include: shipmentInclude,
      fields,
    },
    pageSize,
  )

/** The stops of today, late ones and those without a day; with `after`, those of later days. `now`: midnight of today. */
export const openShipments = (now: number, after: boolean) => ({
  ...shipmentPages(now, after),
  ...storedRead,
  ...fromEarlierDay(now, (day) => {
    const reads = [false, true].map((later) => queryClient.getQueryState(shipmentPages(day, later).queryKey))
    const lists = reads.map((read) => ({ lists: read?.data?.pages, readAt: read?.dataUpdatedAt }))
    const found = earlierList(lists, ({ toivottu_toimitus }) => isOnDay(toivottu_toimitus, { now, after }))
    return found && { data: { pages: [found.data], pageParams: [0] }, readAt: found.readAt }
  }),
})

export const doneShipments = () => ({
  ...pagesQuery('lahetys', { filter: { tila: done }, sort: ['-changed', '-drupal_internal__id'], include: shipmentInclude, fields }, 30),
  ...storedRead,
})

const jobList = (now: number, after: boolean) =>
  listQuery('tuntituote', {
    filter: { ...open, toimituspaiva: { operator: after ? '>=' : '<', value: addDays(now, 1) } },
    sort: ['toimituspaiva', 'drupal_internal__id'],
    page: { limit: pageSize },
    include,
    fields,
  })

/** As `openShipments`, of hourly jobs. */
export const openJobs = (now: number, after: boolean) => ({
  ...jobList(now, after),
  ...storedRead,
  ...fromEarlierDay(now, (day) => {
    const reads = [false, true].map((later) => queryClient.getQueryState(jobList(day, later).queryKey))
    const lists = reads.map((read) => ({ lists: read?.data && [read.data], readAt: read?.dataUpdatedAt }))
    return earlierList(lists, ({ toimituspaiva }) => isOnDay(toimituspaiva, { now, after }))
  }),
})

export const doneJobs = () => ({
  ...listQuery('tuntituote', { filter: { tila: done }, sort: ['-changed', '-drupal_internal__id'], page: { limit: 10 }, include, fields }),
  ...storedRead,
})

/** More stops than the shifts of three days have. */
const maxStops = 250

const stopList = (today: number) =>
  listQuery('ajo_pysahdys', {
    filter: { 'tyovuoro.paiva': { operator: 'BETWEEN', value: [addDays(today, -1), addDays(today, 1)] } },
    sort: ['jarjestys', 'drupal_internal__id'],
    page: { limit: maxStops },
    include: [
      'tyovuoro',
      ...shipmentInclude.map((relation) => `lahetykset.${relation}` as const),
      ...include.map((relation) => `tuntituote.${relation}` as const),
    ],
    fields,
  })

/**
 * The stops of the driver's published shifts with their work: of today, of yesterday, whose shift may end after midnight, and of tomorrow, so
 * that the morning needs no network.
 */
export const dayStops = (today: number) => ({
  ...stopList(today),
  ...storedRead,
  ...fromEarlierDay(today, (day) => {
    const read = queryClient.getQueryState(stopList(day).queryKey)
    return read?.data && { data: read.data, readAt: read.dataUpdatedAt }
  }),
})
