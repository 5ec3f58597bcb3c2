import { expect, test, vi } from 'vitest'
import { reloadIntoNewVersion } from './app-version.ts'

/** A waiting worker that follows the test's instructions. */
function waitingWorker() {
  const worker: EventTarget & { state: ServiceWorkerState } = Object.assign(new EventTarget(), { state: 'installed' as const })
  const postMessage = vi.fn(async () => {
    for (const state of ['activating', 'activated'] as const) {
      await Promise.resolve()
      worker.state = state
      worker.dispatchEvent(new Event('statechange'))
    }
  })
  return Object.assign(worker, { postMessage })
}

test('a page opened before any worker existed is reloaded from the server: no worker takes it over', async () => {
  const waiting = waitingWorker()
  const reload = vi.fn(() => expect(waiting.state).toBe('activated'))
  vi.stubGlobal('location', { reload })
  const registration = { waiting, installing: null, update: async () => undefined }
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, getRegistration: async () => registration, addEventListener: () => undefined },
  })
  await reloadIntoNewVersion()
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  expect(reload).toHaveBeenCalledOnce()
})
