import type { z } from 'zod'
import type { RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import type { followOrderCall } from '#domain/features/tracking/order-tracking.ts'
import { trackedStates, trackingPath } from '#domain/features/tracking/tracked-shipment.ts'
import { allFeatures } from '#domain/model/features.ts'
import { noteAnswer, noteSilence } from '#web/data/connection.ts'
import { CallFault, readFault } from '#web/data/fault.ts'

/*
 * The calls of the page. It checks the answers itself, since the schemas of calls need all of zod, as large as the rest of the page.
 * A test compares the checks with `followOrderCall` and the settings' schema.
 */
export type TrackingResult = z.output<typeof followOrderCall.output>

type Fields<K extends string> = Readonly<Partial<Record<K, unknown>>>
const isObject = <K extends string>(value: unknown): value is Fields<K> => typeof value === 'object' && value !== null

const isWindow = (value: unknown): boolean =>
  isObject<'alku' | 'loppu'>(value) && typeof value.alku === 'number' && typeof value.loppu === 'number'

function isShipment(value: unknown): value is TrackingResult['lahetykset'][number] {
  return (
    isObject<keyof TrackingResult['lahetykset'][number]>(value) &&
    trackedStates.some((state) => state === value.tila) &&
    typeof value.paikkakunta === 'string' &&
    typeof value.toivottu_toimitus === 'number' &&
    typeof value.toimitettu === 'number' &&
    typeof value.vastaanottaja === 'string' &&
    (value.saapuminen === null || isWindow(value.saapuminen)) &&
    (value.pysahdyksia_ennen === null || typeof value.pysahdyksia_ennen === 'number') &&
    typeof value.myohastyminen === 'number'
  )
}

export function isTrackingResult(value: unknown): value is TrackingResult {
  return (
    isObject<keyof TrackingResult>(value) &&
    typeof value.tilaus === 'string' &&
    typeof value.lahettaja === 'string' &&
    [0, 1, 2, 3].some((step) => step === value.vaihe) &&
    typeof value.paattyy === 'number' &&
    typeof value.puhelin === 'string' &&
    Array.isArray(value.lahetykset) &&
    value.lahetykset.every(isShipment)
  )
}

/** Statuses of a proxy whose server is unreachable. */
const away: readonly number[] = [502, 503, 504]

async function send(token: string, isOpening: boolean, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${trackingPath}?_format=json`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ tunnus: token, avaus: isOpening }),
      signal,
    })
    return { status: response.status, body: await response.json().catch(() => null) }
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
    noteSilence()
    throw new CallFault(0)
  }
}

/** The tracking information of a link's order. `isOpening`: the page is being opened, not polling. Throws a CallFault. */
export async function fetchTracking(token: string, isOpening: boolean, signal: AbortSignal): Promise<TrackingResult> {
  const { status, body } = await send(token, isOpening, signal)
  if (away.includes(status)) noteSilence()
  else noteAnswer()
  if (status >= 400) throw readFault(status, body)
  if (!isTrackingResult(body)) throw new CallFault(500)
  return body
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The settings that the page shows. */
export function trackingSettings(answer: unknown): RuntimeConfig {
  const read: Fields<keyof RuntimeConfig> = isObject<keyof RuntimeConfig>(answer) ? answer : {}
  return {
    companyName: textOf(read.companyName),
    supportPhone: textOf(read.supportPhone),
    supportMail: textOf(read.supportMail),
    version: '',
    mapTiles: '',
    mapAttribution: '',
    features: allFeatures,
    placeSearch: false,
    orderCutOff: null,
    departurePoints: [],
    reminderDays: [],
    clients: {},
    logo: textOf(read.logo),
  }
}

export async function readTrackingSettings(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return trackingSettings(await response.json())
}
