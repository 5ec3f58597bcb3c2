import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, mayHaveDemo } from './demo-password.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kuorma-salasana-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('is random, created once, and only its owner can read the file', async () => {
  const config = { demoPassword: undefined, dataDir }
  const made = await demoPassword(config)
  expect(made).toMatch(/^[\w-]{16}$/)
  expect(await demoPassword(config)).toBe(made)
  const path = join(dataDir, 'demo-password')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toBe(made)
  expect(await demoPassword({ ...config, demoPassword: 'oma-salasana' })).toBe('oma-salasana')
})

test.each([
  ['127.0.0.1', false, true, true],
  ['localhost', false, true, true],
  ['::1', false, true, true],
  ['0.0.0.0', false, true, false],
  ['192.168.1.7', false, true, false],
  ['kuorma.example.fi', false, true, false],
  ['127.0.0.1', true, true, false],
  ['127.0.0.1', false, false, false],
])('the demo company on %s, production %s, embedded database %s: %s', (host, production, embedded, may) => {
  expect(mayHaveDemo({ host, production }, embedded)).toBe(may)
})
