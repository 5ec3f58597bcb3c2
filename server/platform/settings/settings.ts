import type { Pool } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { type SettingName, type Settings, settingNames, settings } from '#domain/features/settings/settings.ts'
import { parseField } from '#domain/model/validation.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** Reads the settings, which may be a few seconds old. */
export type SettingsReader = () => Promise<Settings>

// A change on another server takes effect here after at most this time.
const freshSeconds = 5

export function makeSettings(pool: Pool, clock: () => number): SettingsReader {
  let known: { at: number; values: Promise<Settings> } | null = null
  return () => {
    const now = clock()
    if (known && now - known.at < freshSeconds) return known.values
    const reading = { at: now, values: readSettings(pool) }
    known = reading
    reading.values.catch(() => {
      if (known === reading) known = null
    })
    return reading.values
  }
}

/** A stored value that its definition no longer accepts (an older version wrote it) counts as not set. */
async function readSettings(runner: Queryable): Promise<Settings> {
  const { rows } = await runner.query<{ avain: string; arvo: unknown }>('SELECT avain, arvo FROM asetus')
  const stored = new Map(rows.map(({ avain, arvo }) => [avain, arvo]))
  const valueNow = (name: SettingName) => {
    const field = settings[name]
    const parsed = stored.has(name) ? parseField(field, stored.get(name)) : { value: field.default }
    return 'value' in parsed ? parsed.value : field.default
  }
  return Object.fromEntries(settingNames.map((name) => [name, valueNow(name)])) as Settings
}

/** Stores a setting; `kayttaja` is null when the operator sets it by the command. Throws a RequestFault when the value is not valid. */
export async function saveSetting(
  runner: Queryable,
  name: SettingName,
  input: unknown,
  { now, kayttaja }: { now: number; kayttaja: string | null },
): Promise<void> {
  const parsed = parseField(settings[name], input)
  if ('fault' in parsed) throw new RequestFault({ kind: 'invalid', pointer: `/${name}`, detail: parsed.fault })
  await runner.query(
    `INSERT INTO asetus (avain, arvo, muutettu, kayttaja) VALUES ($1, $2, $3, $4)
     ON CONFLICT (avain) DO UPDATE SET arvo = excluded.arvo, muutettu = excluded.muutettu, kayttaja = excluded.kayttaja`,
    [name, JSON.stringify(parsed.value), now, kayttaja],
  )
}
