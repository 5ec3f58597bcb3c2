import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrast } from '#web/ui/color-contrast.ts'
import { theme } from '#web/ui/theme.ts'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const tokenOf = (css: string, name: string) => new RegExp(`${name}: (#[0-9a-f]+)`).exec(css)?.[1] ?? ''
/** `#fff` as `#ffffff` */
const long = (color: string) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color)

/** The rules of the driver's views that show a name, a street or a town. */
const places = {
  './visit.module.css': ['.name', '.address', '.what b', '.what small'],
  '../driver.module.css': ['.name', '.address', '.further'],
  '../../acknowledge/acknowledge.module.css': ['.place', '.address', '.text small'],
}

test('every place in the driver’s views can be read in sunlight: 12 : 1 in light and dark', async () => {
  for (const [path, selectors] of Object.entries(places)) {
    const styles = await read(path)
    for (const selector of selectors) {
      const rule = new RegExp(`^${RegExp.escape(selector)} {[^}]*}`, 'm').exec(styles)?.[0]
      expect(rule, `${path} ${selector}`).toContain('color: var(--mantine-color-text);')
    }
  }
  const tokens = await read('../../../ui/styles/tokens.css')
  const [light = '', dark = ''] = tokens.split('data-mantine-color-scheme="dark"')
  // Mantine's text colours of the two schemes.
  const texts = [theme.black, theme.colors?.dark?.[0]]
  for (const [index, text = ''] of texts.entries()) {
    for (const surface of ['--kuorma-surface', '--kuorma-bg', '--kuorma-chosen'])
      expect(contrast(text, long(tokenOf([light, dark][index] ?? '', surface))), `${text} on ${surface}`).toBeGreaterThanOrEqual(12)
  }
})
