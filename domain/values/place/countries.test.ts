import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { countries } from './countries.ts'

test('the seven countries have their standard names and dial codes (rules/values.md#countries)', () => {
  expect(Object.keys(countries).sort()).toEqual(['EE', 'FI', 'LT', 'LV', 'NO', 'RU', 'SE'])
  const nameOf = new Intl.DisplayNames('fi', { type: 'region' })
  for (const [code, { name, dialcode }] of Object.entries(countries)) {
    expect(name).toBe(nameOf.of(code))
    expect(isSupportedCountry(code) && getCountryCallingCode(code)).toBe(dialcode)
  }
})
