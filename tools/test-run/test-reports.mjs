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

/** The browser tests of a Playwright report that failed. */
export const playwrightFailures = (report) =>
  specsOf(report ?? {}).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({ file, name: title, message: shorten(results[0]?.errors[0]?.message) })),
  )

/** Those of the first run that did not fail again. */
export const withoutRepeated = (first, repeated) =>
  first.filter(({ file, name }) => !repeated.some((each) => each.file === file && each.name === name))

const slowest = (files, count) => files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)

/**
 * The files of a Vitest report that took longest, by the clock.
 * @returns {{ file: string, seconds: number }[]}
 */
export const slowestVitestFiles = (report, root, count = 10) =>
  slowest(
    (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    count,
  )

/** The same of a Playwright report. */
export function slowestPlaywrightFiles(report, count = 10) {
  const files = new Map()
  for (const { file, tests } of specsOf(report ?? {}))
    for (const { results } of tests) for (const { duration } of results) files.set(file, (files.get(file) ?? 0) + duration / 1000)
  return slowest(
    [...files].map(([file, seconds]) => ({ file, seconds })),
    count,
  )
}

/** @param {{ file: string, name: string, message: string }[]} failures */
export const describeFailures = (failures) =>
  failures.map(({ file, name, message }) => `  ${file}${name && `: ${name}`}\n${message.replaceAll(/^/gm, '    ')}`).join('\n')
