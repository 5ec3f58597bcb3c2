// `npm run setting -- NAME FILE|NUMBER`: sets one of the company's settings, a text from a file.
import { readFile } from 'node:fs/promises'
import { settingNames, settings } from '#domain/features/settings/settings.ts'
import { plainArguments, runCommand, UsageError, withDatabase } from '../database/command.ts'
import { saveSetting } from './settings.ts'

const usage = `Käyttö: npm run setting -- asetus tiedosto|luku
  Asetukset: ${settingNames.join(', ')}. Tyhjä tiedosto poistaa tekstin.`

runCommand(usage, async (args) => {
  const [key, path = ''] = plainArguments(args, 2, usage)
  const name = settingNames.find((known) => known === key)
  if (!name) throw new UsageError(`Asetusta ${key} ei ole. Asetukset: ${settingNames.join(', ')}.`)
  const input = settings[name].kind === 'integer' ? Number(path) : await textOf(path)
  await withDatabase((pool, now) => saveSetting(pool, name, input, { now, kayttaja: null }))
  console.log(`Asetus ${name} on tallennettu.`)
})

// Hoisted: the command above runs before the end of the module.
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError(`Tiedostoa ${path} ei voi lukea.`)
  })
}
