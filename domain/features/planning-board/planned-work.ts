import type { Tuntituote } from '../../entities/hourly/hourly.entity.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'
import { windowAt } from '../../entities/shipment/shipment.times.ts'
import type { StopType } from '../../entities/stop/stop.entity.ts'
import type { End } from '../../values/place/place.ts'
import { startOfDay } from '../../values/time/time.ts'

/** The stops at which work is done: those of a shipment, and that of an hourly job. */
export type WorkStopType = Extract<StopType, 'nouto' | 'toimitus' | 'tyo'>
/** Moments in unix seconds; 0 = any time. */
export type TimeWindow = { start: number; end: number }

/** One end of a shipment, or the place of an hourly job. */
export type WorkEnd = {
  type: WorkStopType
  window: TimeWindow
  /** The day on which it is planned (rules/planning-board.md#day-of-a-shipment): a midnight in Helsinki, or 0 when it has none. */
  day: number
  isDone: boolean
  /** When it was done; 0 when it is not done, or the moment is unknown. */
  doneAt: number
}
/** A shipment or an hourly job as the plan of a day needs it. */
export type PlannedWork = {
  id: string
  kind: 'lahetys' | 'tuntituote'
  /** Removed and cancelled work has no stops. */
  isLive: boolean
  kuljettaja: string | null
  kg: number
  pallets: number
  pieces: number
  /** Minutes at each of its stops; 0 = the usual time. */
  minutes: number
  ends: readonly WorkEnd[]
}

type Shipment = Pick<
  Lahetys,
  | 'id'
  | 'status'
  | 'tila'
  | 'kuljettaja'
  | 'tyyppi'
  | 'maara'
  | 'pituus'
  | 'leveys'
  | 'paino'
  | 'varauma'
  | 'toivottu_toimitus'
  | 'nouto_aika_alku'
  | 'nouto_aika_loppu'
  | 'toimitus_aika_alku'
  | 'toimitus_aika_loppu'
  | 'palveluaika'
  | 'timestamp_noudettu'
  | 'timestamp_toimitettu'
>
type Job = Pick<
  Tuntituote,
  'id' | 'status' | 'tila' | 'kuljettaja' | 'aika' | 'aloitusaika' | 'lopetusaika' | 'toimituspaiva' | 'timestamp_toimitettu'
>

const palletArea = 1200 * 800

/** Pallet places (EUR, 1200 × 800 mm) that the goods take (rules/planning-board.md#load). */
export function palletPlaces(goods: Pick<Lahetys, 'tyyppi' | 'maara' | 'pituus' | 'leveys' | 'varauma'>): number {
  const { tyyppi, maara, pituus, leveys, varauma } = goods
  if (varauma === 'lava') return maara
  if (tyyppi === 'rullakko') return maara / 2
  if (tyyppi === 'paketti') return 0
  return Math.round(((pituus * leveys) / palletArea) * maara * 100) / 100
}

const dayOfWindow = ({ start, end }: TimeWindow): number => (start || end ? startOfDay(start || end) : 0)

/** The days on which the two ends of a shipment are planned. */
export function plannedDays(shipment: Parameters<typeof windowAt>[1] & { toivottu_toimitus: number }): Record<End, number> {
  const pickup = dayOfWindow(windowAt('nouto', shipment))
  const toimitus = dayOfWindow(windowAt('toimitus', shipment)) || shipment.toivottu_toimitus || pickup
  return { nouto: pickup || toimitus, toimitus }
}

/** Goods at a terminal are picked up again, there (rules/planning-board.md#stops-follow-shipments). */
export const isAtTerminal = ({ tila }: Pick<Shipment, 'tila'>): boolean => tila === 'siirretty'

/** Whether the goods have left the place where they are fetched next, also when they are late since. */
export const isPickedUp = ({ tila, timestamp_noudettu }: Pick<Shipment, 'tila' | 'timestamp_noudettu'>): boolean =>
  tila === 'kuljetuksessa' || tila === 'toimitettu' || (tila !== 'odottaa_noutoa' && !isAtTerminal({ tila }) && timestamp_noudettu !== 0)

export function workOfShipment(shipment: Shipment): PlannedWork {
  const planned = plannedDays(shipment)
  // The sender's window is over: the terminal has its own hours.
  const pickup = isAtTerminal(shipment) ? { window: { start: 0, end: 0 }, day: planned.toimitus } : {}
  const end = (type: End, isDone: boolean, doneAt: number): WorkEnd => ({
    type,
    window: windowAt(type, shipment),
    day: planned[type],
    isDone,
    doneAt: isDone ? doneAt : 0,
  })
  return {
    id: shipment.id,
    kind: 'lahetys',
    isLive: shipment.status === 1 && shipment.tila !== 'peruutettu',
    kuljettaja: shipment.kuljettaja,
    kg: shipment.paino,
    pallets: palletPlaces(shipment),
    pieces: shipment.maara,
    minutes: shipment.palveluaika,
    ends: [
      { ...end('nouto', isPickedUp(shipment), shipment.timestamp_noudettu), ...pickup },
      end('toimitus', shipment.tila === 'toimitettu', shipment.timestamp_toimitettu),
    ],
  }
}

export function workOfJob(job: Job): PlannedWork {
  const { aloitusaika, lopetusaika, toimituspaiva } = job
  const isDone = job.tila === 'toimitettu'
  const typed = lopetusaika > aloitusaika && aloitusaika > 0 ? Math.round((lopetusaika - aloitusaika) / 60) : 0
  return {
    id: job.id,
    kind: 'tuntituote',
    isLive: job.status === 1 && job.tila !== 'peruutettu',
    kuljettaja: job.kuljettaja,
    kg: 0,
    pallets: 0,
    pieces: 0,
    minutes: Math.min(job.aika || typed, 1440),
    ends: [
      {
        type: 'tyo',
        window: { start: aloitusaika, end: 0 },
        day: dayOfWindow({ start: aloitusaika, end: 0 }) || toimituspaiva,
        isDone,
        doneAt: isDone ? job.timestamp_toimitettu : 0,
      },
    ],
  }
}

/** The day on which an end is driven when it is assigned at `now`: work whose day has passed, and work without a day, is driven today. */
export const drivenDay = ({ day }: Pick<WorkEnd, 'day'>, now: number): number => Math.max(day, startOfDay(now))
