import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

const openPage = async () => {
  vi.resetModules()
  return import('./clock.ts')
}
const served = (milliseconds: number) => new Date(milliseconds).toUTCString()
const now = 1_795_000_000_000

test('the offset of the device’s clock is measured from an answer, and known after a reload without a network', async () => {
  const page = await openPage()
  expect(page.clockOffset()).toBeNull()
  page.noteServerTime(served(now), now + 3_600_000, now + 3_600_400)
  expect(page.clockOffset()).toBe(-3600)
  expect((await openPage()).clockOffset()).toBe(-3600)
})

test('seconds of latency are no offset, and an uncertain or missing answer measures nothing', async () => {
  const page = await openPage()
  page.noteServerTime(served(now), now - 900, now + 1500)
  expect(page.clockOffset()).toBe(0)
  page.noteServerTime(served(now + 60_000), now, now + 30_000)
  page.noteServerTime(null, now, now)
  page.noteServerTime('ei aika', now, now)
  expect(page.clockOffset()).toBe(0)
})
