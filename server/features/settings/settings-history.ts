import type { z } from 'zod'
import { fieldText } from '#domain/features/registers/field-text.ts'
import type { SettingsChange, settingsHistoryCall } from '#domain/features/settings/company-settings.ts'
import { type SettingName, settingNames, settings } from '#domain/features/settings/settings.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type ChangedSetting, settingsChanges } from './queries.ts'

/** Characters of a value; the privacy policy is longer. */
const maxText = 300

function textOf(name: SettingName, value: unknown): string {
  if (name === 'yritys_logo') return value === '' ? '' : 'Kuva'
  const text = fieldText(settings[name], value)
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

/** Settings that no version knows any more are left out. */
const isKnown = (change: ChangedSetting): change is ChangedSetting & { avain: SettingName } =>
  settingNames.some((name) => name === change.avain)

export async function settingsHistory(
  runner: Queryable,
  input: z.output<typeof settingsHistoryCall.input>,
): Promise<{ data: SettingsChange[]; meta: { count: number } }> {
  const { rows, count } = await settingsChanges(runner, { limit: input['page[limit]'], offset: input['page[offset]'] })
  const data = rows.filter(isKnown).map(({ id, avain, ennen, jalkeen, aika, kayttaja }) => ({
    ...{ id, asetus: avain, aika, kayttaja },
    ...{ ennen: textOf(avain, ennen), jalkeen: textOf(avain, jalkeen) },
  }))
  return { data, meta: { count } }
}
