import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

type Any = (input: object) => unknown
type Double = (input: { number: number }) => Promise<number>

const programs = {
  double: 'export default async ({ number }) => 2 * number',
  hang: 'export default () => { for (;;); }',
  crash: 'export default () => process.abort()',
  fill: 'export default () => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)) }',
  buffers: 'export default () => { const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1)) }',
  process:
    'import fs from "node:fs"; export default ({ hangs }) => { if (hangs === undefined) return process.pid; fs.writeFileSync(hangs, String(process.pid)); for (;;); }',
  throw: 'export default () => { throw new RangeError("no such row") }',
  environment: 'export default () => Object.keys(process.env)',
}

let folder: string
let pool: WorkerPool
const warnings: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-workers-'))
  for (const [name, source] of Object.entries(programs)) await writeFile(join(folder, `${name}.mjs`), source)
  pool = openWorkerPool({ warn: (_details, message) => warnings.push(message) }, { heapMegabytes: 64, memoryMegabytes: 300 })
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true, force: true })
})

const program = (name: keyof typeof programs) => pathToFileURL(join(folder, `${name}.mjs`))
const double = (number: number) => pool.run<Double>(program('double'), { number }, { timeoutSeconds: 60 })

test('a call runs in another process and gives its answer', async () => {
  expect(await double(21)).toBe(42)
})

test.each([
  ['hangs', 'hang', 'timeout'],
  ['crashes', 'crash', 'crash'],
  ['takes too much heap', 'fill', 'crash'],
  ['takes too much memory outside the heap', 'buffers', 'crash'],
] as const)('a worker that %s fails its own call alone, and is replaced', async (_what, name, reason) => {
  const failing = pool.run<Any>(program(name), {}, { timeoutSeconds: name === 'hang' ? 1 : 60 })
  const others = Promise.all([1, 2, 3].map(double))
  await expect(failing).rejects.toMatchObject({ name: 'WorkerFailure', reason })
  expect(await others).toEqual([2, 4, 6])
  expect(warnings).not.toEqual([])
})

test('calls that wait while every worker hangs are served afterwards', async () => {
  const hang = (index: number) => pool.run<Any>(program('hang'), {}, { timeoutSeconds: 1, fairKey: `user ${index}` })
  const hanging = [1, 2, 3, 4].map(hang)
  const waiting = double(4)
  for (const failing of hanging) await expect(failing).rejects.toMatchObject({ reason: 'timeout' })
  expect(await waiting).toBe(8)
})

test('one user’s work leaves a worker for the others', async () => {
  const hang = () => pool.run<Any>(program('hang'), {}, { timeoutSeconds: 4, fairKey: 'user 1' })
  const hanging = Promise.allSettled([hang(), hang()])
  const first = await Promise.race([
    pool.run<Double>(program('double'), { number: 21 }, { timeoutSeconds: 60, fairKey: 'user 2' }),
    hanging.then(() => 'too late'),
    new Promise((resolve) => setTimeout(resolve, 3500, 'too late')),
  ])
  expect(first).toBe(42)
  await hanging
})

test('calls beyond the length of the queue are refused in Finnish', async () => {
  const small = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1, maxPending: 2 })
  const run = (fairKey: string) => small.run<Double>(program('double'), { number: 1 }, { timeoutSeconds: 60, fairKey })
  const accepted = [run('user 1'), run('user 2')]
  await expect(run('user 3')).rejects.toMatchObject({ status: 503, message: 'Palvelu on ruuhkautunut. Yritä hetken kuluttua uudelleen.' })
  expect(await Promise.all(accepted)).toEqual([2, 2])
  expect(await run('user 3')).toBe(2)
  await small.close()
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('closing the pool ends idle and busy workers', async () => {
  const closing = openWorkerPool({ warn: () => undefined })
  const idle = await closing.run<(input: object) => number>(program('process'), {}, { timeoutSeconds: 60 })
  const file = join(folder, 'busy')
  const busy = closing.run<Any>(program('process'), { hangs: file }, { timeoutSeconds: 60 })
  const failed = expect(busy).rejects.toMatchObject({ name: 'WorkerFailure', reason: 'crash' })
  await expect.poll(() => existsSync(file) && isRunning(Number(readFileSync(file, 'utf8'))), { timeout: 10_000 }).toBe(true)
  await closing.close()
  await failed
  expect([idle, Number(readFileSync(file, 'utf8'))].filter(isRunning)).toEqual([])
})

test('a busy worker ends when its server is killed', async () => {
  const file = join(folder, 'orphan')
  const server = `import { openWorkerPool } from '${new URL('./worker-pool.ts', import.meta.url).href}'
    await openWorkerPool({ warn() {} }).run(new URL('${program('process').href}'), { hangs: '${file}' }, { timeoutSeconds: 60 })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', server], { stdio: 'ignore' })
  await expect.poll(() => existsSync(file) && isRunning(Number(readFileSync(file, 'utf8'))), { timeout: 10_000 }).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(readFileSync(file, 'utf8'))), { timeout: 10_000 }).toBe(false)
})

test('a pool of one worker works', async () => {
  const single = openWorkerPool({ warn: (_details, message) => warnings.push(message) }, { heapMegabytes: 64, maxWorkers: 1 })
  expect(await single.run<Double>(program('double'), { number: 21 }, { timeoutSeconds: 60, fairKey: 'user 1' })).toBe(42)
  await single.close()
})

test('an error of the program itself is passed on unchanged', async () => {
  const failing = pool.run<Any>(program('throw'), {}, { timeoutSeconds: 60 })
  await expect(failing).rejects.toThrow(Error)
  await expect(failing).rejects.toMatchObject({ name: 'RangeError', message: 'no such row' })
})

test('a worker has no secrets of the server', async () => {
  process.env.SMTP_URL = 'smtps://tunnus:salasana@example.fi'
  const names = await pool.run<(input: object) => string[]>(program('environment'), {}, { timeoutSeconds: 60 })
  delete process.env.SMTP_URL
  expect(names).not.toContain('SMTP_URL')
})
