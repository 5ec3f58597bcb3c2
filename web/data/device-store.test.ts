import { beforeEach, expect, test, vi } from 'vitest'
import { dropFromDevice, dropOldFromDevice, keepOnDevice, readFromDevice } from './device-store.ts'
import { deviceStore } from './sample-device-store.ts'

let device: ReturnType<typeof deviceStore>

beforeEach(() => {
  device = deviceStore()
  vi.stubGlobal('indexedDB', device.indexedDB)
  return () => vi.unstubAllGlobals()
})

test('of changes that come before any of them is written only the last is, and each is told as kept', async () => {
  const kept = Array.from('avain', (_, index) => keepOnDevice('a', 'avain'.slice(0, index + 1)))
  const other = keepOnDevice('b', 'muu')
  expect(await Promise.all([...kept, other])).toEqual(kept.map(() => true).concat(true))
  expect(device.writes).toEqual(['put a', 'put b'])
  expect(device.rows).toEqual(
    new Map([
      ['a', 'avain'],
      ['b', 'muu'],
    ]),
  )
})

test('a change that comes while another is being written is written after it', async () => {
  const first = keepOnDevice('a', 1)
  await expect.poll(() => device.writes).toHaveLength(1)
  const [second, gone] = [keepOnDevice('a', 2), dropFromDevice('a')]
  await Promise.all([first, second, gone])
  expect(device.writes).toEqual(['put a', 'delete a'])
  expect(await readFromDevice('a')).toEqual({ value: undefined })
})

test('what waits to be written is read at once, whatever the store is doing', async () => {
  const done = keepOnDevice('a', 1)
  expect(await readFromDevice('a')).toEqual({ value: 1 })
  await done
  expect(await readFromDevice('a')).toEqual({ value: 1 })
})

test('a store that does not answer, or is not there, is told apart from an empty one', async () => {
  expect(await readFromDevice('tyhjä')).toEqual({ value: undefined })
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.useFakeTimers()
  const silent = readFromDevice('a')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await silent).toBe(null)
  vi.useRealTimers()
  vi.stubGlobal('indexedDB', undefined)
  expect(await readFromDevice('a')).toBe(null)
})

test('what is over is taken away, and nothing else', async () => {
  await Promise.all([keepOnDevice('vanha', 1), keepOnDevice('uusi', 2)])
  await dropOldFromDevice((value) => value === 1)
  expect([...device.rows.keys()]).toEqual(['uusi'])
})
