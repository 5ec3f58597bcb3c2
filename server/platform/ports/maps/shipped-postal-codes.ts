import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress } from 'node:zlib'
import type { Pool } from 'pg'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PostalCode } from './geonames.ts'
import { addMissingPostalCodes, claimCountry } from './postal-codes.ts'

/** Finland's postal codes by GeoNames (CC BY 4.0), packed by tools/map-data/pack-postal-codes.ts. */
export const packedFile = new URL('./finnish-postal-codes.tsv.br', import.meta.url)
const country = 'FI'

/** Code, place, latitude and longitude separated by tabs, one code per line. */
export const packPostalCodes = (codes: readonly PostalCode[]): Buffer =>
  brotliCompressSync(
    codes
      .map(({ postinumero, paikka, lat, lng }) => [postinumero, paikka, lat, lng].join('\t'))
      .sort()
      .join('\n'),
  )

async function readPostalCodes(): Promise<PostalCode[]> {
  const text = (await promisify(brotliDecompress)(await readFile(packedFile))).toString()
  return text.split('\n').map((line) => {
    const [postinumero = '', paikka = '', lat, lng] = line.split('\t')
    return { maa: country, postinumero, paikka, lat: Number(lat), lng: Number(lng) }
  })
}

/** Loads the postal codes at the first start, since prices depend on them. Existing codes are kept; an import replaces them all. */
export async function loadShippedPostalCodes(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (await claimCountry(client, country)) await addMissingPostalCodes(client, await readPostalCodes())
  })
}
