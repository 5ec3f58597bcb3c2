import { expect, test } from 'vitest'
import { appVersion } from '../features/settings/runtime-config.ts'
import { shiftCalendarCall } from '../features/shifts/shift-data.ts'
import { registry } from '../model/registry.ts'
import { timeZone } from '../values/time/helsinki-clock.ts'

test('the constants of the specification have its values', () => {
  expect(appVersion).toBe('2025.1.6')
  expect(timeZone).toBe('Europe/Helsinki')
  expect(registry.tuntituote_toisto.fields.minimilaskutus.default).toBe(450)
  expect(registry.profile_kuljettaja.fields.field_puhelinnumero_maakoodi.default).toBe('358')
  expect(registry.postiosoite.fields.field_maa.default).toBe('FI')
  expect(registry.tyoreitti.fields.color.default).toBe('#ffffff')
  const calendar = shiftCalendarCall.input.parse({ operation: 'OPERATION_GET_ALL_DATA' })
  expect([calendar['page[offset]'], calendar['page[limit]']]).toEqual([0, 250])
})
