// `node tools/map-data/pack-postal-codes.ts FI.txt`: packs GeoNames' postal codes of Finland into the table that ships with the server.
import { readFile, writeFile } from 'node:fs/promises'
import { readGeonames } from '#server/platform/ports/maps/geonames.ts'
import { packedFile, packPostalCodes } from '#server/platform/ports/maps/shipped-postal-codes.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('node tools/map-data/pack-postal-codes.ts FI.txt')
  process.exit(1)
}
const codes = readGeonames(await readFile(path, 'utf8')).filter(({ maa }) => maa === 'FI')
const packed = packPostalCodes(codes)
await writeFile(packedFile, packed)
console.log(`${codes.length} postal codes, ${packed.length} bytes`)
