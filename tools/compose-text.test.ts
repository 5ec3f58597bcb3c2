import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('nfc.ts'))
    .map((name) => join(folder, name))

// String.prototype.normalize takes quadratic time (domain/values/nfc.ts).
test('domain and server compose text by toNfc alone', () => {
  const root = join(import.meta.dirname, '..')
  const own = [...sources(join(root, 'domain')), ...sources(join(root, 'server'))].filter((path) =>
    /\.normalize\(/.test(readFileSync(path, 'utf8')),
  )
  expect(own).toEqual([])
})
