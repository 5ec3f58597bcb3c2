import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

test('browsers can install the app: it has a name, a start page in its scope, a window of its own and icons that exist', () => {
  expect(manifest).toMatchObject({ name: 'Kuorma', lang: 'fi', start_url: '/', scope: '/', display: 'standalone' })
  const icons = manifest.icons ?? []
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  expect(icons.filter(({ src }) => !existsSync(new URL(`./public${src}`, import.meta.url)))).toEqual([])
})
