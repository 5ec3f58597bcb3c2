import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { appPictures, manifest } from '../../web/manifest.ts'
import { root } from '../prepare.mjs'

const folder = join(root, 'web/public/screenshots')

test('the pictures of the installation dialog are those of the manifest, at its sizes', () => {
  expect(readdirSync(folder).toSorted()).toEqual(appPictures.map(({ file }) => `${file}.png`).toSorted())
  for (const { file, width, height } of appPictures) {
    const picture = PNG.sync.read(readFileSync(join(folder, `${file}.png`)))
    expect([picture.width, picture.height], file).toEqual([width, height])
    // Browsers show no picture that is longer than 2.3 times its width.
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3)
  }
})

test('every shortcut leads to an address of the app', () => {
  const routes = readFileSync(join(root, 'web/app/routes.ts'), 'utf8')
  for (const { url } of manifest.shortcuts ?? []) expect(routes, url).toContain(`'${url.slice(1)}'`)
})
