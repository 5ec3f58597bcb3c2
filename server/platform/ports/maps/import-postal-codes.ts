// `npm run postal-codes -- FI.txt`: imports GeoNames' postal codes (CC BY 4.0), the places that addresses are suggested from.
import { readFile } from 'node:fs/promises'
import { plainArguments, runCommand, UsageError, withDatabase } from '#server/platform/database/command.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readGeonames } from './geonames.ts'
import { replacePostalCodes } from './postal-codes.ts'

const usage = `Käyttö: npm run postal-codes -- FI.txt
  Tiedosto: https://download.geonames.org/export/zip/FI.zip purettuna (GeoNames, CC BY 4.0).`

runCommand(usage, async (args) => {
  const [path = ''] = plainArguments(args, 1, usage)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`Tiedostoa ${path} ei voi lukea.`)
  })
  const codes = readCodes(text)
  await withDatabase((pool) => inTransaction(pool, (client) => replacePostalCodes(client, codes)))
  console.log(`Postinumeroita tuotiin ${codes.length}. Lähde: GeoNames (CC BY 4.0).`)
})

function readCodes(text: string) {
  try {
    return readGeonames(text)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
