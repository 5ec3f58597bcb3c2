import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrast } from '#web/ui/color-contrast.ts'
import { theme } from '#web/ui/theme.ts'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const tokenOf = (css: string, name: string) => new RegExp(`${name}: (#[0-9a-f]+)`).exec(css)?.[1] ?? ''
/** `#fff` as `#ffffff` */
const long = (color: string) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, (digit) => digit + digit) : color)

test('a place can be read in sunlight: 12 : 1 in light and dark', async () => {
  const [tokens, styles] = [await read('../../../ui/styles/tokens.css'), await read('./visit.module.css')]
  for (const part of ['name', 'address'])
    expect(new RegExp(`\\.${part} {[^}]*}`).exec(styles)?.[0]).toContain('color: var(--mantine-color-text);')
  const [light = '', dark = ''] = tokens.split('data-mantine-color-scheme="dark"')
  const surfaces = [light, dark].map((css) => long(tokenOf(css, '--kuorma-surface')))
  // Mantine's text colours of the two schemes.
  const texts = [theme.black, theme.colors?.dark?.[0]]
  for (const [index, text = ''] of texts.entries()) expect(contrast(text, surfaces[index] ?? ''), text).toBeGreaterThanOrEqual(12)
})
