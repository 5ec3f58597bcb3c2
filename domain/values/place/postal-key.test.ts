import { expect, test } from 'vitest'
import { postalKey } from './postal-key.ts'

test.each([
  ['FI', '33100', 'FI-33100'],
  ['', '33100', 'FI-33100'],
  ['se', ' 11122 ', 'SE-11122'],
  ['LV', 'lv-1001', 'LV-LV-1001'],
  ['FI', '', ''],
  ['FI', '  ', ''],
])('country %j and code %j: %j', (country, code, key) => expect(postalKey(country, code)).toBe(key))
