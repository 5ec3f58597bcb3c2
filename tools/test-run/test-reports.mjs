// Reads the JSON reports of Vitest and Playwright. Runs on any Node >= 20, as `npm test` does.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const MAX_LINES = 12

const shorten = (text = '') => stripVTControlCharacters(text).trim().split('\n').slice(0, MAX_LINES).join('\n')

/**
 * The failed tests of a Vitest report, and the files that failed without one (they do not load, or a hook failed).
 * @returns {{ file: string, name: string, message: string }[]} paths from `root`
 */
export function vitestFailures(report, root) {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: path, message, assertionResults }) => {
      const file = relative(root, path)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [{ file, name: '', message: shorten(message) }]
      return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, message: shorten(failureMessages[0]) }))
    })
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

function playwrightTests(report, wanted) {
  return specsOf(report ?? {}).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const failed = results.find(({ errors }) => errors.length > 0)
        return { file, name: title, message: shorten(failed?.errors[0].message) }
      }),
  )
}

/** The browser tests of a Playwright report that failed every time. */
export const playwrightFailures = (report) => playwrightTests(report, 'unexpected')

/** Those that failed and then passed when they were retried. */
export const playwrightFlaky = (report) => playwrightTests(report, 'flaky')

/** @param {{ file: string, name: string, message: string }[]} failures */
export const describeFailures = (failures) =>
  failures.map(({ file, name, message }) => `  ${file}${name && `: ${name}`}\n${message.replaceAll(/^/gm, '    ')}`).join('\n')
