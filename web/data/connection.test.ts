import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { isSearched, noteAnswer, noteOffline, noteSilence, onReturn } from './connection.ts'
import { CallFault } from './fault.ts'
import { queryClient } from './query-client.ts'

/** The server's answer to the readiness check. */
const fetchReadiness = vi.fn<() => Promise<Response>>()
const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const there = () => Promise.resolve(new Response('{}'))

beforeEach(() => {
  vi.useFakeTimers()
  fetchReadiness.mockReset()
  vi.stubGlobal('fetch', fetchReadiness)
  return () => {
    noteAnswer()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('one lost answer is not reported as a lost server: the readiness check comes first', async () => {
  const back = vi.fn()
  const stop = onReturn(back)
  fetchReadiness.mockImplementation(there)
  noteSilence()
  noteSilence()
  await vi.advanceTimersByTimeAsync(1999)
  expect(fetchReadiness).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchReadiness).toHaveBeenCalledTimes(1)
  expect(isSearched()).toBe(false)
  expect(back).not.toHaveBeenCalled()
  stop()
})

test('an unreachable server is checked until it answers, and listeners are notified once', async () => {
  const back = vi.fn()
  const stop = onReturn(back)
  fetchReadiness.mockImplementation(gone)
  noteSilence()
  await vi.advanceTimersByTimeAsync(2000 + 3 * 5000)
  expect(fetchReadiness).toHaveBeenCalledTimes(4)
  expect(isSearched()).toBe(true)
  fetchReadiness.mockImplementation(there)
  await vi.advanceTimersByTimeAsync(5000)
  noteAnswer()
  expect(back).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchReadiness).toHaveBeenCalledTimes(5)
  stop()
})

test('without a network, late answers do not end the check', async () => {
  fetchReadiness.mockImplementation(gone)
  noteOffline()
  noteAnswer()
  noteAnswer()
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetchReadiness).toHaveBeenCalledTimes(1)
  expect(isSearched()).toBe(true)
  fetchReadiness.mockImplementation(there)
  await vi.advanceTimersByTimeAsync(5000)
  expect(isSearched()).toBe(false)
})

test('when the browser wrongly reports no network, the server is checked once', async () => {
  fetchReadiness.mockImplementation(there)
  noteOffline()
  await vi.advanceTimersByTimeAsync(60_000)
  noteAnswer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchReadiness).toHaveBeenCalledTimes(1)
  expect(isSearched()).toBe(false)
})

test('any answer ends the check', async () => {
  fetchReadiness.mockImplementation(gone)
  noteSilence()
  await vi.advanceTimersByTimeAsync(1000)
  noteAnswer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchReadiness).not.toHaveBeenCalled()
})

test('a mutation without a network fails at once, and is not carried out later by itself', async () => {
  onlineManager.setOnline(false)
  try {
    const work = vi.fn(() => Promise.reject(new CallFault(0)))
    const mutation = queryClient.getMutationCache().build<void, Error, void, unknown>(queryClient, { mutationFn: work })
    const outcome = mutation.execute().catch((failure: unknown) => failure)
    expect(mutation.state.isPaused).toBe(false)
    expect(await outcome).toMatchObject({ status: 0 })
    onlineManager.setOnline(true)
    await queryClient.resumePausedMutations()
    expect(work).toHaveBeenCalledTimes(1)
  } finally {
    onlineManager.setOnline(true)
  }
})
