// Stubs of OSRM, VROOM and HERE's order of stops (rules/integrations.md#maps) that refuse what the real ones would refuse.
import { noFaults, type StubAnswer, type StubFaults, type StubRequest, startStubServer } from './stub-server.ts'

export const routeKey = 'testi-avain-reiteille'

export type RouteStub = {
  url: string
  faults: StubFaults
  requests: StubRequest[]
  /** Pairs of places, `lng,lat` with six decimals, between which no road leads; a single place is outside the map. */
  unreachable: Set<string>
  /** Places, `lng,lat` with six decimals, along one road; when empty, those of each request in the order of their texts. */
  alongRoad: string[]
  close: () => Promise<void>
}

const ok = (body: unknown): StubAnswer => ({ status: 200, body })
/** What roads cost in the stub: twice as far and half as fast as nobody would guess. */
export const stubMetres = 1000
export const stubSeconds = 60

const point = /^-?\d{1,3}\.\d{1,6},-?\d{1,2}\.\d{1,6}$/

type RoadMap = Pick<RouteStub, 'unreachable' | 'alongRoad'>

function osrmAnswer(url: URL, { unreachable, alongRoad }: RoadMap): StubAnswer {
  const [, service = '', version, profile, coordinates = ''] = url.pathname.split('/')
  const refuse = (code: string): StubAnswer => ({ status: 400, body: { code, message: code } })
  if (version !== 'v1' || profile !== 'driving') return refuse('InvalidUrl')
  const points = decodeURIComponent(coordinates).split(';')
  if (points.length < 2 || !points.every((text) => point.test(text))) return refuse('InvalidQuery')
  if (points.some((text) => unreachable.has(text))) return refuse('NoSegment')
  if (service === 'route') {
    if (url.searchParams.get('overview') !== 'full' || url.searchParams.get('geometries') !== 'geojson') return refuse('InvalidOptions')
    const line = points.map((text) => text.split(',').map(Number))
    // A bend that a straight line does not have.
    return ok({ code: 'Ok', routes: [{ distance: 1, duration: 1, geometry: { type: 'LineString', coordinates: [...line, line.at(-1)] } }] })
  }
  if (service !== 'table' || url.searchParams.get('annotations') !== 'duration,distance') return refuse('InvalidService')
  const road = alongRoad.length > 0 ? alongRoad : [...new Set(points)].sort()
  const ranks = new Map(road.map((text, index) => [text, index]))
  const rank = (text: string): number => ranks.get(text) ?? 0
  const sources = (url.searchParams.get('sources') ?? '').split(';').map(Number)
  const destinations = url.searchParams.get('destinations')?.split(';').map(Number) ?? points.map((_, index) => index)
  if (sources.length * destinations.length > 10_000) return refuse('TooBig')
  if ([...sources, ...destinations].some((index) => points[index] === undefined)) return refuse('InvalidOptions')
  const [froms, tos] = [sources, destinations].map((indexes) => indexes.map((index) => points[index] ?? ''))
  const cells = (each: number) =>
    froms?.map((from) => tos?.map((to) => (unreachable.has(`${from};${to}`) ? null : each * Math.abs(rank(from) - rank(to)))))
  return ok({ code: 'Ok', durations: cells(stubSeconds), distances: cells(stubMetres), sources: [], destinations: [] })
}

type VroomBody = {
  vehicles?: { id: number; start_index?: number; end_index?: number }[]
  jobs?: { id: number; location_index?: number; service?: number }[]
  matrices?: { car?: { durations?: number[][] } }
}

/** Orders the jobs backwards, which no search of ours would do. */
function vroomAnswer(body: VroomBody): StubAnswer {
  const refuse = (error: string): StubAnswer => ({ status: 400, body: { code: 2, error } })
  const [vehicle] = body.vehicles ?? []
  const durations = body.matrices?.car?.durations ?? []
  const isSquare = durations.length > 0 && durations.every((row) => row.length === durations.length && row.every(Number.isInteger))
  if (!vehicle || (vehicle.start_index === undefined && vehicle.end_index === undefined)) return refuse('Missing start or end')
  if (!isSquare) return refuse('Invalid durations')
  const jobs = body.jobs ?? []
  if (jobs.some(({ location_index, service }) => !durations[location_index ?? -1] || !Number.isInteger(service)))
    return refuse('Invalid job')
  const steps = jobs.toReversed().map(({ id }) => ({ type: 'job', id, arrival: 0 }))
  return ok({ code: 0, unassigned: [], routes: [{ vehicle: vehicle.id, steps: [{ type: 'start' }, ...steps, { type: 'end' }] }] })
}

type VroomStop = { id: number; location_index?: number; service?: number; time_windows?: number[][] }
type VroomFleet = {
  vehicles: {
    id: number
    start_index?: number
    end_index?: number
    capacity?: number[]
    skills?: number[]
    time_window?: number[]
    breaks?: { id: number; service?: number; time_windows?: number[][] }[]
    costs?: { fixed?: number }
    max_travel_time?: number
  }[]
  shipments: { pickup?: VroomStop; delivery?: VroomStop; amount?: number[]; skills?: number[] }[]
  jobs: (VroomStop & { pickup?: number[]; delivery?: number[]; skills?: number[] })[]
  matrices?: { car?: { durations?: number[][] } }
}

/** Whole numbers of 32 bits without a sign, as VROOM's are. */
const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32
const isWindow = (window: readonly number[] | undefined): boolean =>
  window?.length === 2 && window.every(isWhole) && (window[0] ?? 0) <= (window[1] ?? -1)

type Vehicle = VroomFleet['vehicles'][number]

function vehicleFault({ capacity, skills, time_window, breaks = [], costs, max_travel_time }: Vehicle): string | null {
  if (capacity?.length !== 2 || !capacity.every(Number.isSafeInteger)) return 'Invalid capacity'
  if (!skills?.every(isWhole) || !isWindow(time_window) || !isWhole(costs?.fixed) || !isWhole(max_travel_time)) return 'Invalid vehicle'
  const isBreak = ({ id, service, time_windows }: (typeof breaks)[number]) =>
    isWhole(id) && isWhole(service) && time_windows?.every(isWindow)
  return breaks.every(isBreak) ? null : 'Invalid break'
}

/** What VROOM would refuse in a fleet and its shipments; null when nothing. */
function fleetFault({ vehicles, shipments, jobs, matrices }: VroomFleet): string | null {
  const durations = matrices?.car?.durations ?? []
  const isPlace = (index: number | undefined): boolean => index !== undefined && durations[index] !== undefined
  if (!durations.every((row) => row.length === durations.length && row.every(isWhole))) return 'Invalid durations'
  if (!vehicles.every(({ start_index, end_index }) => isPlace(start_index) && isPlace(end_index))) return 'Invalid start or end'
  const isStop = (stop: VroomStop | undefined): boolean =>
    isWhole(stop?.id) && isPlace(stop?.location_index) && isWhole(stop?.service) && stop?.time_windows?.every(isWindow) === true
  if (!shipments.every(({ pickup, delivery }) => isStop(pickup) && isStop(delivery))) return 'Invalid shipment'
  const isGiven = ({ amount, skills }: { amount?: number[] | undefined; skills?: number[] | undefined }) =>
    amount?.length === 2 && amount.every(Number.isSafeInteger) && skills?.every(isWhole)
  if (!shipments.every(isGiven)) return 'Invalid amount or skills'
  if (!jobs.every((job) => isStop(job) && isGiven({ amount: job.pickup ?? job.delivery, skills: job.skills }))) return 'Invalid job'
  if (new Set(shipments.map(({ pickup }) => pickup?.id)).size < shipments.length) return 'Duplicate pickup'
  return vehicles.map(vehicleFault).find((fault) => fault !== null) ?? null
}

/** Backwards, one after another, each by the last vehicle that may take it: no search of ours would do that. */
function fleetAnswer(body: VroomFleet): StubAnswer {
  const error = fleetFault(body)
  if (error !== null) return { status: 400, body: { code: 2, error } }
  const routes = body.vehicles.map(({ id, skills = [] }) => ({
    vehicle: id,
    skills,
    steps: [{ type: 'start' } as { type: string; id?: number }],
  }))
  for (const { pickup, delivery, skills = [] } of body.shipments.toReversed()) {
    const route = routes.findLast((one) => skills.every((skill) => one.skills.includes(skill)))
    if (pickup && delivery) route?.steps.push({ type: 'pickup', id: pickup.id }, { type: 'delivery', id: delivery.id })
  }
  for (const { id, skills = [] } of body.jobs.toReversed())
    routes.findLast((one) => skills.every((skill) => one.skills.includes(skill)))?.steps.push({ type: 'job', id })
  const ended = routes.map(({ vehicle, steps }) => ({ vehicle, steps: [...steps, { type: 'break', id: 0 }, { type: 'end' }] }))
  return ok({ code: 0, unassigned: [], routes: ended.filter(({ steps }) => steps.length > 3) })
}

/** Orders the destinations backwards. */
function hereAnswer(query: URLSearchParams): StubAnswer {
  const refuse = (status: number, error: string): StubAnswer => ({ status, body: { errors: [error], processingTimeDesc: '' } })
  if (query.get('apiKey') !== routeKey) return refuse(401, 'apiKey invalid')
  if (query.get('mode') !== 'fastest;truck;traffic:enabled' || query.get('improveFor') !== 'time') return refuse(400, 'mode')
  const places = [...query].filter(([name]) => /^(?:start|end|destination\d+)$/.test(name))
  if (!query.has('start')) return refuse(400, 'start is missing')
  if (places.some(([, text]) => !/^\w+;-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?(?:;st:\d+)?$/.test(text))) return refuse(400, 'waypoint')
  if (places.some(([, text]) => text.includes('st:')) && !query.has('departure')) return refuse(400, 'departure is missing')
  const named = (name: RegExp) => places.filter(([key]) => name.test(key)).map(([, text]) => text.split(';')[0] ?? '')
  const ids = [...named(/^start$/), ...named(/^destination/).toReversed(), ...named(/^end$/)]
  const waypoints = ids.map((id, sequence) => ({ id, lat: 0, lng: 0, sequence }))
  return ok({ results: [{ waypoints, distance: '1', time: '1', interconnections: [] }], errors: [], requestId: null })
}

const anyVroomAnswer = (body: VroomBody | VroomFleet): StubAnswer => ('shipments' in body ? fleetAnswer(body) : vroomAnswer(body))

export async function startRouteStub(): Promise<RouteStub> {
  const faults = noFaults()
  const requests: StubRequest[] = []
  const map: RoadMap = { unreachable: new Set(), alongRoad: [] }
  const { url, close } = await startStubServer({
    faults,
    isFaulty: () => true,
    fault: (status) => ({ status, body: status === 500 ? '<html>' : { code: 'TooManyRequests' } }),
    answer: (request) => {
      requests.push(request)
      if (request.url.pathname === '/vroom') return anyVroomAnswer(JSON.parse(request.body))
      if (request.url.pathname === '/v8/findsequence2') return hereAnswer(request.url.searchParams)
      return osrmAnswer(request.url, map)
    },
  })
  return { url, faults, requests, ...map, close }
}
