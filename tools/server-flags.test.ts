import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { serverFlags } from './server-flags.mjs'

test('the server has a heap of at least a gigabyte', () => {
  const script = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)"
  const limit = Number(execFileSync(process.execPath, [...serverFlags, '-e', script], { encoding: 'utf8' }))
  expect(limit).toBeGreaterThanOrEqual(1024 ** 3)
})
