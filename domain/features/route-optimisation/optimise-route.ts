import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { lastMoment } from '../../values/time/time.ts'

export const maxWaypoints = 200

const degrees = (limit: number) =>
  z.number('Anna koordinaatti lukuna.').min(-limit, 'Koordinaatti ei kelpaa.').max(limit, 'Koordinaatti ei kelpaa.')
const moment = z.int('Aika on unix-sekunteja.').min(0, 'Aika ei kelpaa.').max(lastMoment, 'Aika ei kelpaa.')
const minutes = z.number('Anna minuutit lukuna.').min(0, 'Minuutit eivät voi olla negatiivisia.').max(1440, 'Minuutteja on enintään 1440.')

/** Everything else that a place holds is given back unchanged. */
const place = z.looseObject({ lat: degrees(90), lng: degrees(180) }, 'Anna paikka, jolla on lat ja lng.')
const optionalPlace = place.nullable().optional()
const waypoint = place.extend({
  /** Keeps its position in the order. */
  lukittu: z.boolean('Lukitus on true tai false.').optional(),
  /** The stop's time window; 0 or missing: any time. */
  alku: moment.optional(),
  loppu: moment.optional(),
  /** Minutes at the stop. */
  palveluaika: minutes.optional(),
})
export type RoutePlace = z.output<typeof place>
export type Waypoint = z.output<typeof waypoint>

const distance = z.strictObject({ metres: z.number(), seconds: z.number() })
/** `road` is false when no road is known: the figures are an estimate then. */
const leg = z.strictObject({ ...distance.shape, road: z.boolean() })

/** Moments (unix seconds), and seconds of waiting for the window and after its end. */
const times = z.strictObject({ arrival: z.number(), begin: z.number(), departure: z.number(), waiting: z.number(), late: z.number() })

/** The order of stops that takes the least time (rules/route-optimisation.md#call). Nothing is stored. */
export const optimiseRouteCall = defineCall({
  method: 'POST',
  path: '/api/optimize_route',
  roles: ['yllapito', 'kuljettaja'],
  secret: 'answer',
  input: z.strictObject({
    start: optionalPlace,
    waypoints: z.array(waypoint, 'Anna pysähdyspaikat luettelona.').max(maxWaypoints, `Pysähdyksiä on enintään ${maxWaypoints}.`),
    end: optionalPlace,
    /** Without an end the route returns to its start. */
    return_start_end: z.boolean('return_start_end on true tai false.').default(false),
    /** When the route begins, for time windows; 0: now. */
    lahtoaika: moment.default(0),
  }),
  output: z.strictObject({
    start: place.nullable(),
    waypoints: z.array(waypoint),
    end: place.nullable(),
    legs: z.array(leg),
    /** Of each waypoint in their order, by the estimated driving and the time at the stops; without breaks. */
    times: z.array(times),
    /** Of all legs, without time at the stops. */
    metres: z.number(),
    seconds: z.number(),
    /** What the order saves against the given one. */
    saving: distance,
    /** [lng, lat] points to draw. */
    line: z.array(z.tuple([z.number(), z.number()])),
    /** Whether the figures and the line are an estimate rather than roads. */
    estimate: z.boolean(),
    /** What did not work, in Finnish; '' when all did. */
    notice: z.string(),
  }),
})
export type OptimisedRoute = OutputOf<typeof optimiseRouteCall>
