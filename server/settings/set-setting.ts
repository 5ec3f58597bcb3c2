// `npm run setting -- NAME FILE`: sets one of the company's settings from a text file.
import { readFile } from 'node:fs/promises'
import { settingNames } from '#domain/settings.ts'
import { plainArguments, runCommand, UsageError, withDatabase } from '../database/command.ts'
import { saveSetting } from './settings.ts'

const usage = `Käyttö: npm run setting -- asetus tiedosto
  Asetukset: ${settingNames.join(', ')}. Tyhjä tiedosto poistaa tekstin.`

runCommand(usage, async (args) => {
  const [wanted, path = ''] = plainArguments(args, 2, usage)
  const name = settingNames.find((known) => known === wanted)
  if (!name) throw new UsageError(`Asetusta ${wanted} ei ole. Asetukset: ${settingNames.join(', ')}.`)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`Tiedostoa ${path} ei voi lukea.`)
  })
  await withDatabase((pool, now) => saveSetting(pool, name, text, { now, kayttaja: null }))
  console.log(`Asetus ${name} on tallennettu.`)
})
