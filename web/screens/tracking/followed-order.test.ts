import { readFileSync } from 'node:fs'
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { runtimeConfigShape } from '#domain/features/settings/runtime-config.ts'
import { followOrderCall } from '#domain/features/tracking/order-tracking.ts'
import { trackedStates, trackingPath } from '#domain/features/tracking/tracked-shipment.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'
import { isTrackingResult, trackingSettings } from './followed-order.ts'

const shipment = {
  tila: 'kuljetuksessa',
  paikkakunta: 'Kerava',
  toivottu_toimitus: 1_795_000_000,
  toimitettu: 0,
  vastaanottaja: '',
  saapuminen: { alku: 1_795_000_000, loppu: 1_795_003_600 },
  pysahdyksia_ennen: 2,
  myohastyminen: 0,
}
const order = { tilaus: 'T-1042', lahettaja: 'Lumisalo Oy', vaihe: 1, paattyy: 0, puhelin: '', lahetykset: [shipment] }

test('an answer is accepted exactly when the call’s schema accepts it', () => {
  const without = (row: object, key: string) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))
  const answers: unknown[] = [
    order,
    ...trackedStates.map((tila) => ({ ...order, lahetykset: [{ ...shipment, tila }] })),
    ...[0, 1, 2, 3, 4, '1', null].map((vaihe) => ({ ...order, vaihe })),
    { ...order, lahetykset: [] },
    { ...order, lahetykset: [shipment, { ...shipment, tila: 'laskutettu' }] },
    { ...order, lahetykset: [shipment, null] },
    ...Object.keys(order).map((key) => without(order, key)),
    ...Object.keys(order).map((key) => ({ ...order, [key]: key === 'paattyy' ? '1' : 1.5 })),
    ...Object.keys(shipment).map((key) => ({ ...order, lahetykset: [without(shipment, key)] })),
    ...Object.keys(shipment).map((key) => ({ ...order, lahetykset: [{ ...shipment, [key]: true }] })),
    { ...order, lahetykset: [{ ...shipment, saapuminen: null, pysahdyksia_ennen: null }] },
    { ...order, lahetykset: [{ ...shipment, saapuminen: { alku: 1 } }] },
    { ...order, lahetykset: [{ ...shipment, saapuminen: { alku: '1', loppu: 2 } }] },
    null,
    '',
    [],
  ]
  for (const answer of answers)
    expect([answer, isTrackingResult(answer)]).toEqual([answer, followOrderCall.output.safeParse(answer).success])
  expect(followOrderCall.path).toBe(trackingPath)
})

test('the page’s settings are those that it shows, in the common shape', () => {
  const read = trackingSettings({
    companyName: 'Kuljetus Oy',
    supportPhone: '09 123',
    supportMail: 'tuki@kuljetus.example',
    clients: { a: 'b' },
  })
  expect(runtimeConfigShape.parse(read)).toEqual(read)
  expect(read).toMatchObject({ companyName: 'Kuljetus Oy', supportPhone: '09 123', supportMail: 'tuki@kuljetus.example', clients: {} })
  expect(trackingSettings(null).companyName).toBe('')
})

test('the page’s styles have the values of the theme', () => {
  const [light = '', dark = ''] = readFileSync(new URL('./tracking-page.css', import.meta.url), 'utf8').split(
    '[data-mantine-color-scheme="dark"]',
  )
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const own = cssVariables(merged)
  const lookUp = (css: string, name: string) => new RegExp(`${name}: ([^;]+);`).exec(css)?.[1]?.replaceAll('"', "'")
  expect(lookUp(light, '--mantine-font-family')).toBe(merged.fontFamily)
  expect(lookUp(light, '--mantine-font-size-md')).toBe(merged.fontSizes.md)
  expect(lookUp(light, '--mantine-line-height')).toBe(merged.lineHeights.md)
  expect(lookUp(light, '--mantine-color-text')).toBe(merged.black)
  expect(lookUp(dark, '--mantine-color-text')).toBe(merged.colors.dark[0])
  expect(lookUp(light, '--mantine-color-brand-filled')).toBe(merged.colors.brand?.[6])
  expect(lookUp(dark, '--mantine-color-brand-filled')).toBe(own.dark['--mantine-color-brand-filled'])
  expect(lookUp(dark, '--mantine-color-body')).toBe(own.dark['--mantine-color-body'])
  for (const name of ['--kuorma-on-filled', '--kuorma-input-line'] as const) {
    expect(lookUp(light, name)).toBe(own.light[name])
    expect(lookUp(dark, name)).toBe(own.dark[name])
  }
})
