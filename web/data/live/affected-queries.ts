import type { Rows } from '#domain/access/define-policy.ts'
import { reachOf } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import { addressSuggestionsCall, providerSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { postalPointsCall } from '#domain/features/addresses/postal-points.ts'
import { documentsCall } from '#domain/features/documents/document-list.ts'
import { documentSummaryCall } from '#domain/features/documents/document-summary.ts'
import { accountingSystemsCall } from '#domain/features/invoicing/providers/accounting-systems.ts'
import { deviceNotificationsCall } from '#domain/features/notifications/device-notifications.ts'
import { notificationsCall } from '#domain/features/notifications/notifications.ts'
import { boardCall } from '#domain/features/planning-board/board.ts'
import { boardDriversCall } from '#domain/features/planning-board/board-drivers.ts'
import { deliveryAgainCall } from '#domain/features/planning-board/delivery-again.ts'
import { routeLineCall } from '#domain/features/planning-board/route-line.ts'
import { viewersCall } from '#domain/features/presence/viewers.ts'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { priceListChangesCall } from '#domain/features/prices/price-list-change.ts'
import { priceListValidityCall } from '#domain/features/prices/price-list-validity.ts'
import { reportCall } from '#domain/features/reports/report.ts'
import { optimiseRouteCall } from '#domain/features/route-optimisation/optimise-route.ts'
import { publicHolidaysCall } from '#domain/features/settings/public-holidays.ts'
import { calendarLinkCall } from '#domain/features/shifts/calendar-link.ts'
import { driverShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import { shiftCalendarCall } from '#domain/features/shifts/shift-data.ts'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { waybillPrintsCall } from '#domain/features/waybills/print-calls.ts'
import { worktimeSummaryCall } from '#domain/features/worktime/administration.ts'
import { dayBasisCall } from '#domain/features/worktime/own-day/day-basis.ts'
import type { Call } from '#domain/model/define-call.ts'
import type { Relation } from '#domain/model/define-entity.ts'
import { conditionsOf, type Filter } from '#domain/model/query/list-query.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'

/**
 * Calls that are not refetched after a change. Files, holidays and postal codes never change. A waybill is generated when it is opened;
 * address suggestions, price drafts and routes are fetched again as the user types; background jobs report their own progress. Whether notifications
 * come to this device changes only here.
 */
const untouched: readonly unknown[] = [
  '/file',
  publicHolidaysCall.path,
  postalPointsCall.path,
  orderWaybillCall.path,
  waybillPrintsCall.path,
  addressSuggestionsCall.path,
  providerSuggestionsCall.path,
  priceDraftCall.path,
  optimiseRouteCall.path,
  routeLineCall.path,
  viewersCall.path,
  deviceNotificationsCall.path,
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Calls that say what they read, by path. */
const callsThatSay: readonly Pick<Call, 'path' | 'reads'>[] = [
  boardCall,
  boardDriversCall,
  deliveryAgainCall,
  notificationsCall,
  documentsCall,
  documentSummaryCall,
  reportCall,
  priceListValidityCall,
  priceListChangesCall,
  accountingSystemsCall,
  shiftCalendarCall,
  driverShiftsCall,
  calendarLinkCall,
  worktimeSummaryCall,
  dayBasisCall,
]
const reading = new Map<unknown, Call['reads']>(callsThatSay.map(({ path, reads }) => [path, reads]))

/** Whether a change of rows of these entities may affect the answer of the call to a person with these roles. */
function isCallAffected(path: unknown, changed: ReadonlySet<string>, held: readonly Role[]): boolean {
  const reads = reading.get(path)
  return reads === undefined || held.some((role) => reads[role].some((entity) => changed.has(entity)))
}

/** Whether a change of some row may affect what the query has read. */
export const mayChange = ([kind, name]: readonly unknown[]): boolean => kind === 'entity' || (kind === 'call' && !untouched.includes(name))

type Visibility = {
  held: readonly Role[]
  /** By an entity's name, the other entities whose rows determine which of its rows the person sees. */
  through: (name: string) => readonly string[]
}

/** Derived from the policy table: a driver's orders depend on their shipments, and those on published shifts. */
export function visibilityOf(held: readonly Role[]): Visibility {
  const through = (name: string, rows: Rows): string[] => {
    if (typeof rows === 'string') return []
    if ('any' in rows) return rows.any.flatMap((part) => through(name, part))
    if ('all' in rows) return rows.all.flatMap((part) => through(name, part))
    const entities = entitiesOnPath(name, rows.path)
    return 'that' in rows ? [...entities, ...through(entities.at(-1) ?? name, rows.that)] : entities
  }
  const known = new Map(entityNames.map((name): [string, string[]] => [name, through(name, reachOf(name, held).read)]))
  return { held, through: (name) => known.get(name) ?? [] }
}

/**
 * Whether a change of rows of these entities may affect what a query has read: rows of its own entity, of those in its includes, filters
 * and sorts, or of those that determine which rows the person sees. A query that does not say what it reads may be affected by every change.
 */
export function affectedTest(
  changed: ReadonlySet<string> | 'everything',
  { held, through }: Visibility,
): (key: readonly unknown[]) => boolean {
  return (key) => {
    const [kind, name] = key
    const query = key.at(-1)
    if (kind === 'call' && changed !== 'everything') return mayChange(key) && isCallAffected(name, changed, held)
    if (kind !== 'entity' || changed === 'everything' || !isRecord(query)) return mayChange(key)
    const { include = [], filter = {}, sort = [] } = query
    const paths = [include, sort, isFilter(filter) ? conditionsOf(filter).map(([path]) => path) : []]
      .flat()
      .map((path) => String(path).replace(/^-/, ''))
    return [String(name), ...paths.flatMap((path) => entitiesOnPath(String(name), path))].some(
      (entity) => changed.has(entity) || through(entity).some((other) => changed.has(other)),
    )
  }
}

/** The last part of a query's key is the query itself (`queryKeys`). */
const isFilter = (value: unknown): value is Filter<EntityName> => isRecord(value)

/** Whether one of the ids occurs anywhere in a query's key or data. */
export function mentions(held: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof held === 'string') return ids.has(held)
  if (held instanceof Map) return mentions([...held.keys()], ids) || mentions([...held.values()], ids)
  if (Array.isArray(held)) return held.some((item) => mentions(item, ids))
  return isRecord(held) && Object.values(held).some((item) => mentions(item, ids))
}

/** Entity → relation → the entities that it refers to. */
const relations: Readonly<Record<string, Readonly<Record<string, Relation>>>> = Object.fromEntries(
  Object.values(registry).map(({ name, relations }) => [name, relations]),
)

function entitiesOnPath(from: string, path: string): string[] {
  const entities: string[] = []
  let here = [from]
  for (const step of path.split('.')) {
    here = here.flatMap((name) => relations[name]?.[step]?.to ?? [])
    entities.push(...here)
  }
  return entities
}
