import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileStore, localFiles } from './store.ts'

let folder: string
let store: FileStore
const id = '0a1b2c3d-4444-4555-8666-777788889999'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-files-'))
  store = await localFiles(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (): Promise<string | null> => {
  const stream = await store.open(id)
  return stream && (await buffer(stream)).toString()
}

test('bytes lie in two levels of folders, for this user only, and are replaced whole', async () => {
  expect(await read()).toBeNull()
  await store.save(id, Buffer.from('first'))
  expect(await read()).toBe('first')
  const { mode } = await stat(join(folder, '0a', '1b', id))
  expect(mode & 0o777).toBe(0o600)
  async function* second() {
    yield Buffer.from('sec')
    yield Buffer.from('ond')
  }
  await store.save(id, second())
  expect(await read()).toBe('second')
})

test('a save that fails leaves what was there, and no draft', async () => {
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the line broke')
  }
  await expect(store.save(id, broken())).rejects.toThrow('the line broke')
  expect(await read()).toBe('second')
  expect(await readdir(join(folder, 'kesken'))).toEqual([])
})

test('removing is final and may be repeated; an id is a UUID', async () => {
  await store.remove(id)
  await store.remove(id)
  expect(await read()).toBeNull()
  await expect(store.open('../../etc/passwd')).rejects.toThrow(RangeError)
  await expect(store.remove('..')).rejects.toThrow(RangeError)
})

test('drafts of servers that were killed are gone a day later', async () => {
  const [old, young] = [join(folder, 'kesken', 'old'), join(folder, 'kesken', 'young')]
  await writeFile(old, '')
  await writeFile(young, '')
  await utimes(old, 1, 1)
  await localFiles(folder)
  expect(await readdir(join(folder, 'kesken'))).toEqual(['young'])
})
