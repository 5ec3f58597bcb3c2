import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'

let place = ''
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'kuorma-data-dir-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

test('a folder is made with those above it, and nothing is left in it', async () => {
  const dataDir = join(place, 'a', 'b')
  for (const _ of ['made', 'found']) await prepareDataDir(dataDir)
  expect((await stat(dataDir)).isDirectory()).toBe(true)
  expect(await readdir(dataDir)).toEqual([])
})

test('what is no folder or takes nothing in is refused in a sentence', async () => {
  const file = join(place, 'tiedosto')
  await writeFile(file, '')
  await expect(prepareDataDir(file)).rejects.toThrow(`Asetus DATA_DIR ei kelpaa: ${file} ei ole hakemisto.`)
  await expect(prepareDataDir(join(file, 'x'))).rejects.toThrow(`Asetus DATA_DIR ei kelpaa: hakemistoa ${join(file, 'x')} ei voi luoda.`)
})

// Root writes wherever the disk lets it.
test.skipIf(process.getuid?.() === 0)('a folder of somebody else is refused in a sentence', async () => {
  const dataDir = await mkdtemp(join(place, 'lukittu-'))
  await chmod(dataDir, 0o500)
  await expect(prepareDataDir(dataDir)).rejects.toThrow(`Asetus DATA_DIR ei kelpaa: hakemistoon ${dataDir} ei voi kirjoittaa.`)
})

test.runIf(process.platform === 'linux')('a start with an impossible folder ends with one sentence', async () => {
  for (const [dataDir, why] of [
    ['/proc/x/y', 'hakemistoa /proc/x/y ei voi luoda'],
    ['/proc', 'hakemistoon /proc ei voi kirjoittaa'],
  ] as const) {
    const main = join(import.meta.dirname, 'main.ts')
    const said = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' }
      execFile(process.execPath, [main], { env, timeout: 100_000 }, (error, _, stderr) => resolve({ code: error?.code, stderr }))
    })
    expect(said).toEqual({ code: 1, stderr: `Asetus DATA_DIR ei kelpaa: ${why}.\n` })
  }
})
