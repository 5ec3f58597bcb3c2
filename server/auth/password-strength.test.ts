import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkerPool, WorkerFailure, type WorkerPool } from '../platform/workers/worker-pool.ts'
import { estimateInWorker } from './password-strength.ts'

let workers: WorkerPool
beforeAll(() => {
  workers = openWorkerPool({ warn: (_details, message) => console.error(message) }, { maxWorkers: 1 })
})
afterAll(() => workers.close())

test('estimates in a worker process, and recognises words of the person', async () => {
  const estimate = estimateInWorker(workers)
  expect(await estimate('Pimiäsalo-2025!', [], 'one')).toMatchObject({ score: 4 })
  expect(await estimate('Pimiäsalo-2025!', ['pimiäsalo'], 'one')).toMatchObject({ score: 3, warning: 'userInputs' })
})

test('the time to load the dictionaries does not count against a password', async () => {
  const runs: unknown[] = []
  const run: WorkerPool['run'] = (program, input, options) => {
    runs.push([input, options])
    return workers.run(program, input, options)
  }
  await estimateInWorker({ ...workers, run })('hiekkalaatikon reuna', ['reuna'], 'one')
  expect(runs).toEqual([
    [{ password: '', ownWords: [] }, { timeoutSeconds: 20 }],
    [{ password: 'hiekkalaatikon reuna', ownWords: ['reuna'] }, { timeoutSeconds: 2 }],
  ])
})

test.each(['timeout', 'crash'] as const)('gives no estimate after a worker’s %s', async (reason) => {
  const failing = { ...workers, run: () => Promise.reject(new WorkerFailure(reason)) }
  expect(await estimateInWorker(failing)('hiekkalaatikon reuna', [], 'one')).toBeNull()
})

test('many passwords of one client neither delay those of another nor cause their refusal', async () => {
  const estimate = estimateInWorker(workers)
  const many = Promise.allSettled(Array.from({ length: 8 }, () => estimate('hiekkalaatikon reuna', [], 'one')))
  const finished: string[] = []
  const other = Promise.resolve(estimate('hiekkalaatikon reuna', [], 'other')).then(() => finished.push('other'))
  void many.then(() => finished.push('many'))
  await Promise.all([many, other])
  expect(finished).toEqual(['other', 'many'])
  const refused = (await many).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ reason: { status: 429 } })
})
