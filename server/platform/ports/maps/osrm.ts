// https://project-osrm.org/docs/v5.24.0/api/
import { z } from 'zod'
import type { Point } from '#domain/values/place/distance.ts'
import { type RoadService, requestJson, within } from './json-request.ts'
import { type RoadMatrix, type Roads, RoadsFailed } from './roads.ts'

const rows = z.array(z.array(z.number().min(0).nullable()))
const table = z.object({ code: z.literal('Ok'), durations: rows, distances: rows })
const route = z.object({
  code: z.literal('Ok'),
  routes: z.array(z.object({ geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])).min(1) }) })).min(1),
})

/** Sources, and destinations, of one request: OSRM takes 100 × 100 by default, and addresses stay short. */
const blockSize = 100

const coordinates = (points: readonly Point[]): string => points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** OSRM's `/table` and `/route` (rules/integrations.md#maps). */
export function osrmRoads({ url, ...options }: RoadService): Roads {
  const address = (service: string, points: readonly Point[]): URL => new URL(`${url}/${service}/v1/driving/${coordinates(points)}`)
  return {
    isEstimate: false,
    async matrix(points, limits = {}) {
      const size = points.length
      const matrix = { size, metres: new Float64Array(size * size), seconds: new Float64Array(size * size) }
      // OSRM needs at least two places.
      if (size < 2) return matrix
      const starts = Array.from({ length: Math.ceil(size / blockSize) }, (_, part) => part * blockSize)
      const blocks = starts.flatMap((row) => starts.map((column) => ({ row, column })))
      await Promise.all(
        blocks.map(async ({ row, column }) => {
          const [from, to] = [points.slice(row, row + blockSize), points.slice(column, column + blockSize)]
          // A place left over is no way from itself, and OSRM needs two.
          if (row === column && from.length < 2) return
          const target = address('table', row === column ? from : [...from, ...to])
          const numbers = (count: number, first: number): string => Array.from({ length: count }, (_, index) => first + index).join(';')
          const destinations = numbers(to.length, row === column ? 0 : from.length)
          target.search = `annotations=duration,distance&sources=${numbers(from.length, 0)}&destinations=${destinations}`
          const { distances, durations } = await requestJson(target, table, within(options, limits))
          const shape = { rows: from.length, columns: to.length }
          fill(matrix.metres, distances, { size, row, column, shape })
          fill(matrix.seconds, durations, { size, row, column, shape })
        }),
      )
      return matrix
    },
    async line(points) {
      const target = address('route', points)
      target.search = 'overview=full&geometries=geojson&steps=false'
      const { routes } = await requestJson(target, route, options)
      return routes[0]?.geometry.coordinates ?? []
    },
  }
}

type Block = { size: number; row: number; column: number; shape: { rows: number; columns: number } }

function fill(cells: RoadMatrix['metres'], rows: readonly (readonly (number | null)[])[], { size, row, column, shape }: Block): void {
  if (rows.length !== shape.rows || rows.some(({ length }) => length !== shape.columns)) throw new RoadsFailed('unexpected answer')
  for (const [index, values] of rows.entries())
    cells.set(
      values.map((value) => value ?? Number.POSITIVE_INFINITY),
      (row + index) * size + column,
    )
}
