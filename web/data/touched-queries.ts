import { addressSuggestionsCall } from '#domain/calls/addresses.ts'
import { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import { postalPointsCall } from '#domain/calls/postal-points.ts'
import { priceDraftCall } from '#domain/calls/price-draft.ts'
import { waybillPrintsCall } from '#domain/calls/print-waybills.ts'
import { publicHolidaysCall } from '#domain/calls/public-holidays.ts'
import type { Relation } from '#domain/define-entity.ts'
import { registry } from '#domain/registry.ts'

/**
 * Files, holidays and postal codes never change; a waybill is made anew only when somebody looks at it, places and prices are found anew by the next letter, and
 * what works in the background is followed by itself.
 */
const untouched: readonly unknown[] = [
  '/file',
  publicHolidaysCall.path,
  postalPointsCall.path,
  orderWaybillCall.path,
  waybillPrintsCall.path,
  addressSuggestionsCall.path,
  priceDraftCall.path,
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Whether what a query has read may have changed with rows of these entities: its own, and those that its includes,
 * filters and sorts run through. Of a query that does not say what it reads, everything may have.
 */
export function isTouched(key: readonly unknown[], changed: ReadonlySet<string> | 'everything'): boolean {
  const [kind, name] = key
  if (kind === 'call') return !untouched.includes(name)
  if (kind !== 'entity') return false
  const query = key.at(-1)
  if (changed === 'everything' || !isRecord(query)) return true
  const { include = [], filter = {}, sort = [] } = query
  const paths = [include, sort, isRecord(filter) ? Object.keys(filter) : []].flat().map((path) => String(path).replace(/^-/, ''))
  return [String(name), ...paths.flatMap((path) => entitiesAlong(String(name), path))].some((entity) => changed.has(entity))
}

/** Entity → relation → where it leads. */
const relations: Readonly<Record<string, Readonly<Record<string, Relation>>>> = Object.fromEntries(
  Object.values(registry).map(({ name, relations }) => [name, relations]),
)

function entitiesAlong(from: string, path: string): string[] {
  const along: string[] = []
  let here = [from]
  for (const step of path.split('.')) {
    here = here.flatMap((name) => relations[name]?.[step]?.to ?? [])
    along.push(...here)
  }
  return along
}
