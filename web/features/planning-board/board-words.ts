import { windowText } from '#domain/entities/shipment/shipment.times.ts'
import { stopTypes } from '#domain/entities/stop/stop.entity.ts'
import type { BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'
import { formatCount, formatKilos, formatMinutes, formatNumber, formatTimeOn, formatTimeSpan, plural } from '#web/kit/format.ts'

const rounded = (value: number): number => Math.round(value * 10) / 10

/** `3`, `2,5` */
export const palletText = (pallets: number): string => formatNumber(rounded(pallets))
export const palletsText = (pallets: number): string => `${palletText(pallets)} ${rounded(pallets) === 1 ? 'lava' : 'lavaa'}`

type Breach = BoardRoute['huomautukset'][number]

const words: Record<Breach['laji'], (value: number) => string> = {
  myohassa: (value) => `${formatMinutes(value)} myöhässä`,
  etuajassa: (value) => `${formatMinutes(value)} etuajassa`,
  ylikuorma_kg: (value) => `Ylikuorma +${formatKilos(Math.ceil(value))}`,
  ylikuorma_lavat: (value) => `Lavapaikat ylittyvät +${palletText(value)}`,
  lepoaika: (value) => `Lepoaika ${formatMinutes(value)}`,
  vuoro_ylittyy: (value) => `Vuoro ylittyy ${formatMinutes(value)}`,
  ajoaika_ylittyy: (value) => `Ajoa ${formatMinutes(value)} (enintään 9 h)`,
  tyopaiva_ylittyy: (value) => `Työpäivä ${formatMinutes(value)} (enintään 13 h)`,
  toimitus_ennen_noutoa: () => 'Toimitus ennen noutoa',
  auto_kahdella: () => 'Auto on toisellakin kuljettajalla',
  eri_paiva: () => 'Aikaikkuna on toisena päivänä',
}
export const breachText = ({ laji, arvo }: Breach): string => words[laji](arvo)

/** Waiting at a door of less than this is no news. */
const shownWait = 10
export const isShown = ({ laji, arvo }: Breach): boolean => laji !== 'etuajassa' || arvo >= shownWait

const gravity: readonly Breach['laji'][] = [
  ...(['lepoaika', 'ylikuorma_kg', 'ylikuorma_lavat', 'toimitus_ennen_noutoa', 'myohassa', 'auto_kahdella', 'eri_paiva'] as const),
  ...(['ajoaika_ylittyy', 'tyopaiva_ylittyy', 'vuoro_ylittyy', 'etuajassa'] as const),
]

/** The breaches that are shown, the gravest first. Overload lasts over several stops: it is said once. */
export function gravestFirst(breaches: readonly Breach[]): Breach[] {
  const shown = breaches.filter(isShown).toSorted((a, b) => gravity.indexOf(a.laji) - gravity.indexOf(b.laji))
  return shown.filter(({ laji }, at) => !laji.startsWith('ylikuorma') || shown.findIndex((other) => other.laji === laji) === at)
}

/** `13.00` */
const wholeHour = /\b(\d{1,2})\.00\b/g

/** The window of work as the unassigned list shows it: the delivery's, else the pickup's. Whole hours are short: `klo 13–15`. */
export function windowOf(work: BoardWork, day: number): string {
  const delivery = windowText({ start: work.toimitus_aika_alku, end: work.toimitus_aika_loppu }, day)
  return (delivery || windowText({ start: work.nouto_aika_alku, end: work.nouto_aika_loppu }, day)).replaceAll(wholeHour, '$1')
}

export const wayOf = ({ mista, minne, laji }: BoardWork): string =>
  laji === 'tuntituote' ? `Tuntityö · ${mista || 'paikka puuttuu'}` : `${mista || '–'} → ${minne || '–'}`

export const goodsOf = ({ kg, lavat, kolli, laji }: BoardWork): string =>
  [
    ...(kg > 0 ? [formatKilos(Math.round(kg))] : []),
    ...(lavat > 0 ? [palletsText(lavat)] : []),
    ...(lavat === 0 && kolli > 0 && laji === 'lahetys' ? [plural(kolli, 'kolli', 'kollia')] : []),
  ].join(' · ')

/** `T-1582 Myllypato Oy`: each order of the work once. */
export const ordersAt = (works: readonly BoardWork[]): string[] => [
  ...new Set(works.map(({ tunniste, asiakas }) => `${tunniste} ${asiakas}`)),
]

/** `9.30–9.45`, `23.50–la 0.10` */
export const timesOf = ({ saapuminen, lahto }: BoardStop, day: number): string =>
  `${formatTimeOn(saapuminen, day)}–${formatTimeOn(lahto, day)}`

/** `6.00–14.00`; '' when the length of the shift is not known. */
export const shiftTimesOf = ({ alku, loppu }: Pick<BoardRoute, 'alku' | 'loppu'>): string => (loppu > 0 ? formatTimeSpan(alku, loppu) : '')

type StopOnDay = { works: readonly BoardWork[]; breaches: readonly Breach[]; day: number }

/** What a screen reader says of a stop. */
export function stopLabel(stop: BoardStop, { works, breaches, day }: StopOnDay): string {
  return [
    stopTypes[stop.tyyppi],
    stop.postitmp || stop.nimi,
    `klo ${timesOf(stop, day)}`,
    ...new Set(works.map(({ tunniste }) => tunniste)),
    ...(stop.tehty ? ['tehty'] : []),
    ...(stop.lukittu ? ['lukittu'] : []),
    ...(works.some(({ epaonnistunut }) => epaonnistunut) ? ['ei onnistunut'] : []),
    ...breaches.filter(isShown).map(breachText),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The load against the car's capacity; kilograms in whole ones, pallet places to a tenth, so that 18,4 of 18 does not look full. */
export function loadText(value: number, max: number, unit: 'kg' | 'lavaa'): string {
  if (unit === 'kg') return max > 0 ? `${formatCount(Math.round(value))} / ${formatCount(max)} kg` : `${formatCount(Math.round(value))} kg`
  const places = Math.round(value * 10) / 10
  return max > 0 ? `${formatNumber(places)} / ${formatCount(max)} lavaa` : palletsText(places)
}
