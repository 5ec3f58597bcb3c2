import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, shadesOf } from './color-contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('text is readable on any colour, and the colour as text on every surface', () => {
  fc.assert(
    fc.property(color, (chosen) => {
      const { on, light, dark } = shadesOf(chosen)
      expect(contrast(on, chosen)).toBeGreaterThanOrEqual(4.5)
      // The surfaces, the weekend, the holiday, today and the warning (tokens.css).
      for (const surface of ['#ffffff', '#f1f4f5', '#f9eef5', '#eaf5f4', '#fdf2dd'])
        expect(contrast(light, surface)).toBeGreaterThanOrEqual(4.5)
      for (const surface of ['#151d21', '#11181b', '#2c1b28', '#10282a', '#38290d'])
        expect(contrast(dark, surface)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 400 },
  )
})

test('a colour that is readable as it is stays', () => {
  expect(shadesOf('#0b5251')).toMatchObject({ on: '#ffffff', light: '#0b5251' })
  expect(shadesOf('#ffffff')).toMatchObject({ on: '#000000', dark: '#ffffff' })
})
