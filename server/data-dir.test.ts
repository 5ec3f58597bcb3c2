import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'

let place = ''
let lines: string[] = []
const log = { info: (line: string) => void lines.push(line) }
beforeEach(() => {
  lines = []
})
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'kuorma-data-dir-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

test('a folder is made with its parents, and nothing is left in it', async () => {
  const dataDir = join(place, 'a', 'b')
  for (const _ of ['made', 'found']) await prepareDataDir(dataDir, { log })
  expect((await stat(dataDir)).isDirectory()).toBe(true)
  expect(await readdir(dataDir)).toEqual([])
})

test('a path that is not a folder, or is not writable, is refused with a sentence', async () => {
  const file = join(place, 'tiedosto')
  await writeFile(file, '')
  await expect(prepareDataDir(file, { log })).rejects.toThrow(`Asetus DATA_DIR ei kelpaa: ${file} ei ole hakemisto.`)
  await expect(prepareDataDir(join(file, 'x'), { log })).rejects.toThrow(
    `Asetus DATA_DIR ei kelpaa: hakemistoa ${join(file, 'x')} ei voi luoda.`,
  )
})

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)('a folder without write permission is refused with a sentence', async () => {
  const dataDir = await mkdtemp(join(place, 'lukittu-'))
  await chmod(dataDir, 0o500)
  await expect(prepareDataDir(dataDir, { log })).rejects.toThrow(`Asetus DATA_DIR ei kelpaa: hakemistoon ${dataDir} ei voi kirjoittaa.`)
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

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe.runIf(process.platform !== 'win32')('other users', () => {
  test('cannot read a new folder', async () => {
    const dataDir = join(place, 'uusi')
    await prepareDataDir(dataDir, { log })
    expect(await modeOf(dataDir)).toBe(0o700)
    expect(lines).toEqual([])
  })

  test('lose access to an older folder and its content, with a line in the log', async () => {
    const dataDir = join(place, 'vanha')
    await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o755 })
    await writeFile(join(dataDir, 'demo-password'), 'x', { mode: 0o644 })
    await prepareDataDir(dataDir, { log })
    expect(await Promise.all(['', 'files', 'demo-password'].map((name) => modeOf(join(dataDir, name))))).toEqual([0o700, 0o700, 0o600])
    expect(lines).toHaveLength(3)
    await prepareDataDir(dataDir, { log })
    expect(lines).toHaveLength(3)
  })

  test.runIf(process.getuid?.() === 0)('lose access also when PostgreSQL’s group may enter the folder', async () => {
    const dataDir = join(place, 'kulku')
    for (const _ of ['made', 'found']) await prepareDataDir(dataDir, { log, passingGroup: 65_534 })
    const { gid, mode } = await stat(dataDir)
    expect({ gid, mode: mode & 0o777 }).toEqual({ gid: 65_534, mode: 0o710 })
    expect(lines).toEqual([])
  })
})
