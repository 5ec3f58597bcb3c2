import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/setting.ts'
import { type S3Server, s3Keys, startS3Server } from '#server/testing/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'
import { openFileStore } from './open-file-store.ts'

let folder: string
let s3: S3Server
const opened = (files: string) => openFileStore(readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), FILES: files }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-files-'))
  s3 = await startS3Server()
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const stores: Record<string, () => Promise<FileStore>> = {
  'a folder': () => opened(join(folder, 'tiedostot')),
  'a bucket': () => opened(`s3://${s3.bucket}?endpoint=${s3.endpoint}`),
  'a part of a bucket': () => opened(`s3://${s3.bucket}/kuorma/tiedostot?region=eu-north-1&endpoint=${s3.endpoint}`),
}

describe.each(Object.keys(stores))('files in %s', (kind) => {
  let store: FileStore
  const id = randomUUID()
  beforeAll(async () => {
    store = (await stores[kind]?.()) ?? expect.unreachable()
  })
  const read = async (name = id, range?: { first: number; last: number }): Promise<string | null> => {
    const stream = await store.open(name, range)
    return stream && (await buffer(stream)).toString()
  }
  const names = async () => (await Array.fromAsync(store.list())).map(({ name }) => name).sort()

  test('are stored as a whole, and replaced as a whole', async () => {
    expect(await read()).toBeNull()
    await store.save(id, Buffer.from('first'))
    expect(await read()).toBe('first')
    const path = join(folder, `draft-${randomUUID()}`)
    await writeFile(path, 'second')
    await store.save(id, { path, size: 6 })
    expect(await read()).toBe('second')
    expect((await stat(path)).size).toBe(6)
  })

  test('are read in ranges', async () => {
    expect(await read(id, { first: 1, last: 3 })).toBe('eco')
    expect(await read(id, { first: 5, last: 5 })).toBe('d')
  })

  test('are listed with their time, derived files too', async () => {
    await store.save(`${id}.pieni`, Buffer.from('small'))
    expect(await names()).toEqual([id, `${id}.pieni`])
    for await (const { changed } of store.list()) expect(Math.abs(changed - Date.now() / 1000)).toBeLessThan(60)
  })

  test('a save that fails leaves the previous bytes', async () => {
    await expect(store.save(id, { path: join(folder, 'ei-ole'), size: 6 })).rejects.toThrow('ENOENT')
    expect(await read()).toBe('second')
    expect(await names()).toEqual([id, `${id}.pieni`])
  })

  test('are removed, also repeatedly, unless they are newer than the given time', async () => {
    await store.remove(id, Math.floor(Date.now() / 1000) - 3600)
    expect(await read()).toBe('second')
    await store.remove(id, Math.floor(Date.now() / 1000) + 3600)
    await store.remove(`${id}.pieni`)
    await store.remove(id)
    expect(await names()).toEqual([])
  })

  test.each(['..', '../../etc/passwd', '', 'a', `${id}.`, `${id}/..`, id.toUpperCase().replace(/^./, 'G')])(
    '%s is not a valid name',
    async (name) => {
      await expect(store.open(name)).rejects.toThrow(RangeError)
      await expect(store.save(name, Buffer.from(''))).rejects.toThrow(RangeError)
      await expect(store.remove(name)).rejects.toThrow(RangeError)
    },
  )
})

describe('a folder', () => {
  test('is accessible to this user only', async () => {
    const own = join(folder, 'oma')
    const store = await localFiles(own)
    const id = randomUUID()
    await store.save(id, Buffer.from('x'))
    const { mode } = await stat(join(own, id.slice(0, 2), id.slice(2, 4), id))
    expect(mode & 0o777).toBe(0o600)
    expect((await stat(join(own, 'kesken'))).mode & 0o777).toBe(0o700)
  })

  test('is cleared of the drafts of killed servers after a day', async () => {
    const own = join(folder, 'vanha')
    await localFiles(own)
    const [old, young] = [join(own, 'kesken', 'old'), join(own, 'kesken', 'young')]
    await writeFile(old, '')
    await writeFile(young, '')
    await utimes(old, 1, 1)
    await localFiles(own)
    expect(await readdir(join(own, 'kesken'))).toEqual(['young'])
  })
})

describe('a start', () => {
  test('without the setting keeps files in DATA_DIR', async () => {
    await opened('')
    expect(await readdir(join(folder, 'data'))).toEqual(['files'])
  })

  test.each([
    [
      'a missing bucket',
      () => `s3://ei-ole?endpoint=${s3.endpoint}`,
      'S3-varastoon ei-ole ei saada yhteyttä, tai siihen ei voi kirjoittaa (NoSuchBucket)',
    ],
    [
      'an unreachable server',
      () => 's3://kuorma?endpoint=http://127.0.0.1:1',
      'S3-varastoon kuorma ei saada yhteyttä, tai siihen ei voi kirjoittaa (ECONNREFUSED)',
    ],
    ['a file where the folder should be', () => join(folder, 'tiedosto'), 'tiedostojen hakemistoon ei voi kirjoittaa (ENOTDIR)'],
  ])('with %s stops with a sentence', async (_what, place, sentence) => {
    await writeFile(join(folder, 'tiedosto'), '')
    const start = opened(place())
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(`Asetus FILES ei kelpaa: ${sentence}.`)
  })
})
