import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from './app/routes.ts'
import { manifest } from './manifest.ts'

const publicFile = (src: string) => new URL(`./public${src}`, import.meta.url)

test('browsers can install the app: it has a name, a start page in its scope, a window of its own and icons that exist', () => {
  expect(manifest).toMatchObject({ name: 'Kuorma', lang: 'fi', start_url: '/', scope: '/', display: 'standalone' })
  const icons = manifest.icons ?? []
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  expect(icons.filter(({ src }) => !existsSync(publicFile(src)))).toEqual([])
})

test('its shortcuts open a new order, the orders, the driver’s day and the day board', () => {
  const shortcuts = manifest.shortcuts ?? []
  expect(shortcuts.map(({ url }) => url)).toEqual(['/tilaus/new', '/tilaukset', '/kuljettajan-etusivu', '/ajot'])
  const paths = routes.map(({ options }) => ('path' in options ? String(options.path).replace('$id', 'new') : ''))
  for (const { url, icons = [] } of shortcuts) {
    expect(paths).toContain(url.slice(1))
    for (const { src } of icons) expect(existsSync(publicFile(src)), src).toBe(true)
  }
})

test('its pictures are PNGs of the sizes that it tells, for a wide window and for phones', () => {
  const pictures = manifest.screenshots ?? []
  expect(new Set(pictures.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']))
  for (const { src, sizes, label } of pictures) {
    const file = readFileSync(publicFile(src))
    expect(file.subarray(1, 4).toString()).toBe('PNG')
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
    expect(label).not.toBe('')
  }
})
