import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart, PartNotLoaded, partTimeout } from './load-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part that never comes is given up after 120 seconds, not before', async () => {
  const settled = vi.fn()
  const loading = loadPart(() => new Promise(() => undefined)).catch((failure: unknown) => settled(failure))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(settled).toHaveBeenCalledWith(expect.any(PartNotLoaded))
  expect(partTimeout).toBe(120_000)
})

test('a part that comes is passed on, and leaves no timer', async () => {
  expect(await loadPart(async () => ({ Screen: 1 }))).toEqual({ Screen: 1 })
  expect(vi.getTimerCount()).toBe(0)
})

test('a part that cannot be fetched is told apart from a fault of a screen', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadPart(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'PartNotLoaded', cause })
})
