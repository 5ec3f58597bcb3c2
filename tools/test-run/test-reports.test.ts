import { expect, test } from 'vitest'
import {
  describeFailures,
  playwrightFailures,
  slowestPlaywrightFiles,
  slowestVitestFiles,
  vitestFailures,
  withoutRepeated,
} from './test-reports.mjs'

const vitestFile = (name: string, status: string, assertionResults: object[], message = '') => ({ name, status, assertionResults, message })

test('a Vitest report names each failed test, and the file that does not load', () => {
  const report = {
    testResults: [
      vitestFile('/kuorma/server/a.test.ts', 'passed', [{ status: 'passed', fullName: 'holds', failureMessages: [] }]),
      vitestFile('/kuorma/server/b.test.ts', 'failed', [
        { status: 'passed', fullName: 'one', failureMessages: [] },
        { status: 'failed', fullName: 'two', failureMessages: ['\u001b[31mAssertionError: 1 is not 2\u001b[39m'] },
      ]),
      vitestFile('/kuorma/web/c.test.ts', 'failed', [], 'Cannot find module'),
    ],
  }
  expect(vitestFailures(report, '/kuorma')).toEqual([
    { file: 'server/b.test.ts', name: 'two', message: 'AssertionError: 1 is not 2' },
    { file: 'web/c.test.ts', name: '', message: 'Cannot find module' },
  ])
  expect(describeFailures(vitestFailures(report, '/kuorma'))).toBe(
    '  server/b.test.ts: two\n    AssertionError: 1 is not 2\n  web/c.test.ts\n    Cannot find module',
  )
})

const story = (file: string, title: string, status: string, ...results: { errors: { message: string }[]; duration: number }[]) => ({
  file,
  title,
  tests: [{ status, results }],
})
const passes = { errors: [], duration: 1000 }
const fails = { errors: [{ message: 'Timed out' }], duration: 30_000 }

test('a Playwright report names the failed stories, and which of them failed again', () => {
  const report = {
    suites: [
      {
        specs: [story('a.spec.ts', 'holds', 'expected', passes)],
        suites: [{ specs: [story('a.spec.ts', 'fails', 'unexpected', fails), story('b.spec.ts', 'wavers', 'unexpected', fails)] }],
      },
    ],
  }
  const again = {
    suites: [{ specs: [story('a.spec.ts', 'fails', 'unexpected', fails), story('b.spec.ts', 'wavers', 'expected', passes)] }],
  }
  const failures = playwrightFailures(report)
  expect(failures).toEqual([
    { file: 'a.spec.ts', name: 'fails', message: 'Timed out' },
    { file: 'b.spec.ts', name: 'wavers', message: 'Timed out' },
  ])
  expect(withoutRepeated(failures, playwrightFailures(again))).toEqual([failures[1]])
})

test('the slowest files come first', () => {
  const specs = [story('a.spec.ts', 'one', 'expected', passes), story('a.spec.ts', 'two', 'expected', passes)]
  expect(slowestPlaywrightFiles({ suites: [{ specs: [...specs, story('b.spec.ts', 'three', 'unexpected', fails)] }] })).toEqual([
    { file: 'b.spec.ts', seconds: 30 },
    { file: 'a.spec.ts', seconds: 2 },
  ])
  const file = (name: string, endTime: number) => ({ name: `/kuorma/${name}`, startTime: 1000, endTime })
  expect(slowestVitestFiles({ testResults: [file('a.test.ts', 1500), file('b.test.ts', 3000)] }, '/kuorma', 1)).toEqual([
    { file: 'b.test.ts', seconds: 2 },
  ])
})

test('a run without a report has no failures to name', () => {
  expect(vitestFailures(undefined, '/kuorma')).toEqual([])
  expect(playwrightFailures(undefined)).toEqual([])
  expect(slowestVitestFiles(undefined, '/kuorma')).toEqual([])
  expect(slowestPlaywrightFiles(undefined)).toEqual([])
})
