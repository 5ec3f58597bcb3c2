import { expect, test } from 'vitest'
import type { Field } from '../../model/define-field.ts'
import { featureNames } from '../../model/features.ts'
import { parseField } from '../../model/validation.ts'
import { midnightOf } from '../../values/time/time.ts'
import { featureCoverage, featureOfCall, featureOfEntity, featureOfScreen, switchesOf } from './feature-switches.ts'
import { featuresOf, settingNames, settings, settingsFrom, vatRateAt } from './settings.ts'
import { defaultWorktimeRules } from './worktime-rules.ts'

const parse = (name: keyof typeof settings, value: unknown) => parseField(settings[name] as Field, value)

test('every default is a value that its definition takes', () => {
  for (const name of settingNames) expect(parse(name, settings[name].default), name).toEqual({ value: settings[name].default })
})

test('what is stored is taken, and what no definition takes is as if unset', () => {
  const read = settingsFrom({ tekstiviesteja_paivassa: 20, hiljaisuus_alkaa: 25, poistunut: 1, yritys_nimi: 7 })
  expect(read).toMatchObject({ tekstiviesteja_paivassa: 20, hiljaisuus_alkaa: 21, yritys_nimi: '' })
  expect(read).not.toHaveProperty('poistunut')
})

test('a rate of VAT holds from its day on', () => {
  const set = parse('alv', [
    { alkaen: midnightOf('2027-01-01') + 3600, prosentti: 26 },
    { alkaen: midnightOf('2024-09-01'), prosentti: 25.5 },
  ])
  expect(set).toEqual({
    value: [
      { alkaen: midnightOf('2024-09-01'), prosentti: 25.5 },
      { alkaen: midnightOf('2027-01-01'), prosentti: 26 },
    ],
  })
  const read = settingsFrom({ alv: 'value' in set ? set.value : null })
  const at = (day: string) => vatRateAt(read, midnightOf(day))
  expect([at('2020-01-01'), at('2026-12-31'), at('2027-01-01')]).toEqual([25.5, 25.5, 26])
  for (const wrong of [[], [{ alkaen: 5, prosentti: 1 }], [{ alkaen: midnightOf('2027-01-01'), prosentti: 101 }], 'x'])
    expect(parse('alv', wrong)).toHaveProperty('fault')
})

test('a logo is a PNG or a JPEG of at most 200 kB', () => {
  const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  expect(parse('yritys_logo', png)).toEqual({ value: png })
  for (const wrong of [
    'https://muu.test/logo.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,PHN2Zz4=',
    'data:image/png;base64,iVBORw0KGgo"><script>',
  ])
    expect(parse('yritys_logo', wrong), wrong).toHaveProperty('fault')
  expect(parse('yritys_logo', 'logo')).toEqual({ fault: 'Logo ei kelpaa. Valitse PNG- tai JPEG-kuva.' })
  expect(parse('yritys_logo', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(290_000)}`)).toEqual({
    fault: 'Logo on liian suuri. Kuva saa olla enintään 200 kt.',
  })
  // Four characters carry three bytes.
  const ofBytes = (bytes: number) => `data:image/jpeg;base64,/9j/${'A'.repeat(Math.ceil((bytes * 4) / 3) - 4)}`
  expect(parse('yritys_logo', ofBytes(200_000))).toHaveProperty('value')
  expect(parse('yritys_logo', ofBytes(200_001))).toEqual({ fault: 'Logo on liian suuri. Kuva saa olla enintään 200 kt.' })
})

test('a text of a message needs its placeholders, and knows no others', () => {
  expect(parse('teksti_uudet_tilaukset', 'Uusia: {n}')).toEqual({ value: 'Uusia: {n}' })
  expect(parse('teksti_uudet_tilaukset', 'Uusia tilauksia')).toHaveProperty('fault')
  expect(parse('teksti_uudet_tilaukset', 'Uusia: {n}, {nimi}')).toHaveProperty('fault')
})

test('in the working-time rules the night ends before the evening begins, and the evening begins before the night', () => {
  const hours = (yo_paattyy: number, ilta_alkaa: number, yo_alkaa: number) =>
    'value' in parse('tyoajan_saannot', [{ ...defaultWorktimeRules, ...{ yo_paattyy, ilta_alkaa, yo_alkaa } }])
  expect([hours(360, 1080, 1320), hours(360, 360, 360)]).toEqual([true, true])
  expect([hours(361, 360, 1320), hours(360, 1321, 1320)]).toEqual([false, false])
})

test('without a table of VAT the rate is 0', () => expect(vatRateAt({ alv: [] }, midnightOf('2026-01-01'))).toBe(0))

test('features are on unless they are switched off, and each switch covers something', () => {
  expect(Object.values(featuresOf(settingsFrom({})))).toEqual(featureNames.map(() => true))
  expect(featuresOf(settingsFrom({ poissa_kaytosta: ['vuokraukset'] }))).toMatchObject({ vuokraukset: false, reitit: true })
  for (const name of featureNames) expect(Object.values(featureCoverage[name]).flat().length, name).toBeGreaterThan(0)
})

test('a call, a screen and an entity belong to the feature that the table says', () => {
  expect([featureOfCall('/api/sms'), featureOfCall('/api/sms/vastaanottajat'), featureOfCall('/api/smsx')]).toEqual([
    'tekstiviestit',
    'tekstiviestit',
    null,
  ])
  expect([featureOfCall('/api/tyovuoro'), featureOfCall('/api/tyovuoro-kirjaus')]).toEqual(['tyovuorot', null])
  expect([featureOfScreen('vuokraus/$id'), featureOfScreen('tilaukset')]).toEqual(['vuokraukset', null])
  expect([featureOfEntity('tyoreitti'), featureOfEntity('postiosoite')]).toEqual(['tyovuorot', null])
  const { off } = switchesOf(featuresOf(settingsFrom({ poissa_kaytosta: ['varauma', 'osoitteiden_hallinta', 'reitit'] })))
  expect(off('lahetys').fields).toEqual([{ field: 'varauma', feature: 'varauma' }])
  expect(off('postiosoite')).toMatchObject({ reads: null, writes: 'osoitteiden_hallinta' })
  expect(off('reitti')).toMatchObject({ reads: 'reitit', writes: 'reitit' })
  // Its feature is on.
  expect(off('tyoreitti')).toEqual({ reads: null, writes: null, fields: [] })
  expect(off('auto')).toEqual({ reads: null, writes: null, fields: [] })
})
