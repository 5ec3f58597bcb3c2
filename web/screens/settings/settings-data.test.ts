import { expect, test } from 'vitest'
import { settingsFrom } from '#domain/features/settings/settings.ts'
import { changedSettings, settingOfPointer, settingsEdit, settingsFaults } from './settings-data.ts'

const stored = { values: settingsFrom({ istunnon_enimmaisika: 30 }), versio: 7 }
const edit = (content: Record<string, unknown>) => ({
  ...settingsEdit(stored, ['istunnon_enimmaisika', 'yritys_nimi', 'alv']),
  ...{ content },
})

test('a form has its own settings and their version', () => {
  expect(settingsEdit(stored, ['istunnon_enimmaisika', 'yritys_nimi'])).toMatchObject({
    stored: 7,
    content: { istunnon_enimmaisika: 30, yritys_nimi: '' },
  })
})

test('only what was changed is sent', () => {
  const { alv } = stored.values
  expect(changedSettings(edit({ istunnon_enimmaisika: 30, yritys_nimi: 'Oy', alv }))).toEqual({ yritys_nimi: 'Oy' })
  expect(changedSettings(edit({ istunnon_enimmaisika: '', yritys_nimi: '', alv }))).toEqual({ istunnon_enimmaisika: 0 })
})

test('faults are those of the definitions, by setting', () => {
  expect(settingsFaults(edit({ istunnon_enimmaisika: 400, yritys_nimi: 'x'.repeat(71), alv: [] }))).toEqual({
    istunnon_enimmaisika: 'Anna luku, joka on enintään 365.',
    yritys_nimi: 'Tekstin enimmäispituus on 70 merkkiä.',
    alv: expect.stringMatching(/^Anna verokannat/),
  })
  expect(settingOfPointer('/values/alv/0')).toBe('alv')
  expect(settingOfPointer('/versio')).toBeNull()
})
