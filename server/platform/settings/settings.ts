import type { Pool, PoolClient } from 'pg'
import { type Fault, outdated, RequestFault } from '#domain/errors.ts'
import { type SettingName, type Settings, settings, settingsFrom } from '#domain/features/settings/settings.ts'
import type { Field } from '#domain/model/define-field.ts'
import { parseField } from '#domain/model/validation.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '../database/transaction.ts'
import { notifyStreams, settingsNotice } from '../events/wake-ups.ts'

/** Reads the settings, which may be a few seconds old. */
export type SettingsReader = () => Promise<Settings>

// A change on another server takes effect here after at most this time.
const freshSeconds = 5

/** For the calls that change settings: after `forget`, this server reads the change at once. */
export type ChangedSettings = SettingsReader & { forget: () => void }

export function makeSettings(pool: Pool, clock: () => number): ChangedSettings {
  let known: { at: number; values: Promise<Settings> } | null = null
  const read = () => {
    const now = clock()
    if (known && now - known.at < freshSeconds) return known.values
    const reading = { at: now, values: readSettings(pool) }
    known = reading
    reading.values.catch(() => {
      if (known === reading) known = null
    })
    return reading.values
  }
  const forget = () => {
    known = null
  }
  return Object.assign(read, { forget })
}

async function readSettings(runner: Queryable): Promise<Settings> {
  return (await storedSettings(runner)).values
}

/** The settings with their version, the number of the latest change. */
export async function storedSettings(runner: Queryable): Promise<{ values: Settings; versio: number }> {
  const { rows } = await runner.query<{ stored: Record<string, unknown>; versio: number }>(
    `SELECT coalesce(jsonb_object_agg(avain, arvo), '{}') AS stored,
       (SELECT coalesce(max(id), 0)::float8 FROM asetusmuutos) AS versio FROM asetus`,
  )
  const [row] = rows
  return { values: settingsFrom(row?.stored ?? {}), versio: row?.versio ?? 0 }
}

type Saving = { now: number; kayttaja: string | null; versio?: number }

/** Sets one; `kayttaja` is null when the operator does it at the machine. Throws RequestFault when the value does not hold. */
export const saveSetting = (pool: Pool, name: SettingName, input: unknown, saving: Saving): Promise<void> =>
  inTransaction(pool, (client) => saveSettings(client, { [name]: input }, saving))

/**
 * Sets them all or nothing, each with its row of history. Throws RequestFault with every value that does not hold, or (409) when one of them was
 * changed after the version.
 */
export async function saveSettings(
  client: PoolClient,
  inputs: Readonly<Partial<Record<SettingName, unknown>>>,
  { now, kayttaja, versio }: Saving,
): Promise<void> {
  const given = Object.entries(inputs) as [SettingName, unknown][]
  const faults: Fault[] = []
  const values = given.flatMap(([name, input]): [SettingName, unknown][] => {
    const field: Field = settings[name]
    const parsed = parseField(field, input)
    if ('value' in parsed) return [[name, parsed.value]]
    faults.push({ kind: 'invalid', pointer: `/values/${name}`, detail: parsed.fault })
    return []
  })
  if (faults.length > 0) throw new RequestFault(faults)
  // One save after the other: the numbers of changes stand in the order of their commits.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('asetukset', 0))`)
  if (versio !== undefined) await refuseOutdated(client, given, versio)
  const before = (await storedSettings(client)).values
  for (const [name, value] of values) {
    if (JSON.stringify(before[name]) === JSON.stringify(value)) continue
    await client.query(
      `INSERT INTO asetus (avain, arvo, muutettu, kayttaja) VALUES ($1, $2, $3, $4)
       ON CONFLICT (avain) DO UPDATE SET arvo = excluded.arvo, muutettu = excluded.muutettu, kayttaja = excluded.kayttaja`,
      [name, JSON.stringify(value), now, kayttaja],
    )
    await client.query('INSERT INTO asetusmuutos (avain, ennen, jalkeen, aika, kayttaja) VALUES ($1, $2, $3, $4, $5)', [
      name,
      JSON.stringify(before[name]),
      JSON.stringify(value),
      now,
      kayttaja,
    ])
  }
  await notifyStreams(client, settingsNotice)
}

async function refuseOutdated(client: PoolClient, given: readonly [SettingName, unknown][], versio: number): Promise<void> {
  const { rows } = await client.query<{ avain: SettingName }>('SELECT DISTINCT avain FROM asetusmuutos WHERE id > $1 AND avain = ANY($2)', [
    versio,
    given.map(([name]) => name),
  ])
  if (rows.length > 0) throw new RequestFault(rows.map(({ avain }) => outdated(`/values/${avain}`)))
}
