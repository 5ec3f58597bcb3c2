// https://project-osrm.org/docs/v5.24.0/api/
import { z } from 'zod'
import type { Point } from '#domain/values/place/distance.ts'
import { type RoadService, requestJson } from './json-request.ts'
import { type RoadMatrix, type Roads, RoadsFailed } from './roads.ts'

const rows = z.array(z.array(z.number().min(0).nullable()))
const table = z.object({ code: z.literal('Ok'), durations: rows, distances: rows })
const route = z.object({
  code: z.literal('Ok'),
  routes: z.array(z.object({ geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])).min(1) }) })).min(1),
})

/** Sources × destinations that OSRM takes in one request, by its default of 100 places. */
const maxCells = 100 * 100

const coordinates = (points: readonly Point[]): string => points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** OSRM's `/table` and `/route` (rules/integrations.md#maps). */
export function osrmRoads({ url, ...options }: RoadService): Roads {
  const address = (service: string, points: readonly Point[]): URL => new URL(`${url}/${service}/v1/driving/${coordinates(points)}`)
  return {
    isEstimate: false,
    async matrix(points) {
      const size = points.length
      // OSRM needs at least two places.
      if (size < 2) return { size, metres: new Float64Array(size), seconds: new Float64Array(size) }
      const rowsEach = Math.max(1, Math.floor(maxCells / size))
      const answers = await Promise.all(
        Array.from({ length: Math.ceil(size / rowsEach) }, (_, part) => {
          const target = address('table', points)
          const sources = Array.from({ length: Math.min(rowsEach, size - part * rowsEach) }, (_, row) => part * rowsEach + row)
          target.search = `annotations=duration,distance&sources=${sources.join(';')}`
          return requestJson(target, table, options)
        }),
      )
      return {
        size,
        metres: flat(
          answers.flatMap(({ distances }) => distances),
          size,
        ),
        seconds: flat(
          answers.flatMap(({ durations }) => durations),
          size,
        ),
      }
    },
    async line(points) {
      const target = address('route', points)
      target.search = 'overview=full&geometries=geojson&steps=false'
      const { routes } = await requestJson(target, route, options)
      return routes[0]?.geometry.coordinates ?? []
    },
  }
}

function flat(rows: readonly (readonly (number | null)[])[], size: number): RoadMatrix['metres'] {
  const values = rows.flat()
  if (rows.length !== size || values.length !== size * size) throw new RoadsFailed('unexpected answer')
  return Float64Array.from(values, (value) => value ?? Number.POSITIVE_INFINITY)
}
