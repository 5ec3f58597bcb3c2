// `npm run setting -- NAME VALUE`: sets one of the company's settings; a long text is read from a file.
import { readFile } from 'node:fs/promises'
import { settingNames, settings } from '#domain/features/settings/settings.ts'
import type { Field } from '#domain/model/define-field.ts'
import { plainArguments, runCommand, UsageError, withDatabase } from '../database/command.ts'
import { saveSetting } from './settings.ts'

const usage = `Käyttö: npm run setting -- asetus arvo
  Arvo on luku tai teksti, pitkälle tekstille (${longTexts().join(', ')}) tiedosto ja luettelolle JSON, esimerkiksi muistutuspaivat '[30,7]'.
  Asetukset: ${settingNames.join(', ')}. Tyhjä teksti tai tiedosto poistaa tekstin.`

runCommand(usage, async (args) => {
  const [key, argument = ''] = plainArguments(args, 2, usage)
  const name = settingNames.find((known) => known === key)
  if (!name) throw new UsageError(`Asetusta ${key} ei ole. Asetukset: ${settingNames.join(', ')}.`)
  const input = await inputOf(settings[name], argument)
  await withDatabase((pool, now) => saveSetting(pool, name, input, { now, kayttaja: null }))
  console.log(`Asetus ${name} on tallennettu.`)
})

// Hoisted: the command above runs before the end of the module.
function longTexts(): string[] {
  return settingNames.filter((name) => settings[name].kind === 'area')
}

/** The value as JSON would have it. */
async function inputOf({ kind }: Field, argument: string): Promise<unknown> {
  switch (kind) {
    case 'text':
    case 'choice':
      return argument
    case 'area':
      return textOf(argument)
    case 'integer':
    case 'decimal':
    case 'money':
      return argument.trim() === '' ? Number.NaN : Number(argument)
    default:
      return jsonOf(argument)
  }
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError(`Tiedostoa ${path} ei voi lukea.`)
  })
}

function jsonOf(argument: string): unknown {
  try {
    return JSON.parse(argument)
  } catch {
    throw new UsageError(`Arvo ${argument} ei ole JSONia.`)
  }
}
