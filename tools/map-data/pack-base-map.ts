// `node tools/map-data/pack-base-map.ts finland-map.json FI.txt`: packs the base map of Finland into web/ui/map/finland.json, which the web app ships.
// GeoNames has the first postal code of Helsinki (00002) a hundred kilometres off, and the map file puts the town there: a town that far from
// most of its codes gets their median.
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { greatCircleMetres, type Point } from '#domain/values/place/distance.ts'
import { type PostalCode, readGeonames } from '#server/platform/ports/maps/geonames.ts'

const [mapPath, codesPath] = process.argv.slice(2)
if (mapPath === undefined || codesPath === undefined) {
  console.error('node tools/map-data/pack-base-map.ts finland-map.json FI.txt')
  process.exit(1)
}

const area = z.object({ coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) })
const mapShape = z.object({
  sources: z.record(z.string(), z.string()),
  finland: area,
  water: area,
  towns: z.array(z.object({ name: z.string(), rank: z.int().min(1).max(3), lat: z.number(), lng: z.number() })),
})

/** The map's precision, in degrees. */
const step = 0.002

/** `x y dx dy dx dy…` in steps: each point but the first as its distance from the one before. */
function packRing(ring: readonly (readonly [number, number])[]): string {
  let [x, y] = [0, 0]
  const numbers = ring.flatMap(([lng, lat]) => {
    const [column, row] = [Math.round(lng / step), Math.round(lat / step)]
    const moved = [column - x, row - y]
    ;[x, y] = [column, row]
    return moved
  })
  return numbers.join(' ')
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The town's point by the map, or when it lies over 25 km from the median of its postal codes, the median. */
function pointOf({ name, ...point }: Point & { name: string }, codes: readonly PostalCode[]): Point {
  const own = codes.filter(({ paikka }) => paikka === name)
  const middle = { lat: median(own.map(({ lat }) => lat)), lng: median(own.map(({ lng }) => lng)) }
  return greatCircleMetres(point, middle) > 25_000 ? middle : point
}

const map = mapShape.parse(JSON.parse(await readFile(mapPath, 'utf8')))
const codes = readGeonames(await readFile(codesPath, 'utf8'))
const packed = {
  sources: map.sources,
  step,
  finland: map.finland.coordinates.map((rings) => rings.map(packRing)),
  water: map.water.coordinates.map((rings) => rings.map(packRing)),
  towns: map.towns.map(({ name, rank, lat, lng }) => ({ name, rank, ...pointOf({ name, lat, lng }, codes) })),
}
const text = `${JSON.stringify(packed, null, 2)}\n`
await writeFile(new URL('../../web/ui/map/finland.json', import.meta.url), text)
console.log(`${packed.water.length} waters, ${packed.towns.length} towns, ${text.length} bytes`)
