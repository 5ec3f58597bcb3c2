import { expect, test } from 'vitest'
import { describeFailures, playwrightFailures, playwrightFlaky, vitestFailures } from './test-reports.mjs'

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

test('a Playwright report separates failed stories from those that passed when retried', () => {
  const story = (title: string, status: string, ...results: { errors: { message: string }[] }[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results }],
  })
  const passes = { errors: [] }
  const fails = { errors: [{ message: 'Timed out' }] }
  const report = {
    suites: [
      {
        specs: [story('holds', 'expected', passes)],
        suites: [{ specs: [story('fails', 'unexpected', fails, fails), story('wavers', 'flaky', fails, passes)] }],
      },
    ],
  }
  expect(playwrightFailures(report)).toEqual([{ file: 'a.spec.ts', name: 'fails', message: 'Timed out' }])
  expect(playwrightFlaky(report)).toEqual([{ file: 'a.spec.ts', name: 'wavers', message: 'Timed out' }])
})

test('a run without a report has no failures to name', () => {
  expect(vitestFailures(undefined, '/kuorma')).toEqual([])
  expect(playwrightFailures(undefined)).toEqual([])
})
