// `npm test`: all checks and tests but the long stories, from a fresh clone, with a one-line result at the end. Runs on any Node >= 20.
// `npm run test:long`: the stories with the tag @long, such as axe on every screen.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { childEnvironment, ensureInstalled, ensureWebBuilt, pinnedNode, root, toolScript } from './prepare.mjs'
import { emptyScratchFolder } from './scratch-folder.mjs'
import { describeFailures, playwrightFailures, playwrightFlaky, vitestFailures } from './test-run/test-reports.mjs'

/** In seconds: the whole run takes at most 20 minutes on two cores. A slower machine gets a warning, not a failure. */
const maxSeconds = 1200

const results = []
const cache = join(root, '.cache')
const vitestReport = join(cache, 'vitest.json')
const vitestRetryReport = join(cache, 'vitest-retry.json')
const playwrightReport = join(cache, 'playwright.json')

/** Runs a step; its work returns whether it succeeded. */
function step(title, work) {
  console.log(`\n━━ ${title} ${'━'.repeat(Math.max(3, 70 - title.length))}`)
  const start = performance.now()
  let succeeded = false
  try {
    succeeded = work()
  } catch (error) {
    console.log(error.message)
  }
  const seconds = (performance.now() - start) / 1000
  results.push({ title, succeeded, seconds })
  console.log(`${succeeded ? '✓' : '✗'} ${title} ${seconds.toFixed(1)} s`)
  return succeeded
}

const node = (args, extra = {}) =>
  spawnSync(pinnedNode(), args, { cwd: root, env: { ...childEnvironment(), ...extra }, stdio: 'inherit' }).status === 0

const tool = (packageName, command, args, extra) => node([toolScript(packageName, command), ...args], extra)

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** A runner that failed without naming a test (a file that does not load, no tests at all) still counts as a failure. */
function count(succeeded, passed, failed) {
  return { passed, failed: succeeded ? failed : Math.max(1, failed) }
}

/** More failed files than this are not caused by a slow machine, and are not retried. */
const maxRetriedFiles = 3

const vitest = (report, files = []) =>
  tool('vitest', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files])

/** Failed files are run once more, alone (decision 54). `flaky`: tests that failed first and then passed. */
function runVitest() {
  let succeeded = step('Yksikkö- ja palvelintestit', () => vitest(vitestReport))
  const report = readReport(vitestReport)
  const passed = report?.numPassedTests ?? 0
  const first = vitestFailures(report, root)
  const files = [...new Set(first.map(({ file }) => file))]
  if (succeeded || files.length === 0 || files.length > maxRetriedFiles)
    return { ...count(succeeded, passed, report?.numFailedTests ?? 0), failures: first, flaky: [] }
  results.at(-1).isRetried = true
  succeeded = step('Yksikkö- ja palvelintestit, epäonnistuneet tiedostot uudelleen', () => vitest(vitestRetryReport, files))
  const failures = vitestFailures(readReport(vitestRetryReport), root)
  const isFailed = ({ file, name }) => failures.some((each) => each.file === file && each.name === name)
  const flaky = first.filter((each) => !isFailed(each))
  return { ...count(succeeded, passed + flaky.length, failures.length), failures, flaky }
}

function runPlaywright({ isLong }) {
  const ready = step('Selain', ensureBrowser) && step('Selainsovellus', () => ensureWebBuilt() ?? true)
  const succeeded = step('Selaintestit', () => {
    if (!ready) throw new Error('Selaintestejä ei voi ajaa ilman selainta ja selainsovellusta.')
    return tool('@playwright/test', 'playwright', ['test', '--reporter=list,json', isLong ? '--grep' : '--grep-invert', '@long'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    })
  })
  const report = readReport(playwrightReport)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  return { ...count(succeeded, expected + flaky, unexpected), failures: playwrightFailures(report), flaky: playwrightFlaky(report) }
}

/** Every part is checked, so that one run reports all faults. */
function runChecks() {
  step('Muotoilu', () => tool('@biomejs/biome', 'biome', ['check', '.']))
  step('Tyypit', () => ['domain', '.', 'web'].map((project) => tool('typescript', 'tsc', ['-p', project])).every(Boolean))
  step('Arkkitehtuuri', () => node([join('tools', 'check-architecture.ts')]))
  step('Käyttämätön koodi', () => tool('knip', 'knip', []))
}

function main() {
  ensureInstalled()
  mkdirSync(cache, { recursive: true })
  for (const report of [vitestReport, vitestRetryReport, playwrightReport]) rmSync(report, { force: true })

  const isLong = process.argv.includes('--long')
  if (!isLong) runChecks()
  const counts = isLong ? [runPlaywright({ isLong })] : [runVitest(), runPlaywright({ isLong })]
  emptyScratchFolder()

  const failures = counts.flatMap((each) => each.failures)
  if (failures.length > 0) console.log(`\nEpäonnistuneet testit:\n${describeFailures(failures)}`)
  const flaky = counts.flatMap((each) => each.flaky)
  if (flaky.length > 0) console.log(`\nVasta uudelleen ajettuina onnistuneet testit (korjattavia):\n${describeFailures(flaky)}`)
  const sign = ({ succeeded, isRetried }) => (isRetried ? '↻' : succeeded ? '✓' : '✗')
  console.log(`\n${results.map((result) => `${sign(result)} ${result.title} ${result.seconds.toFixed(1)} s`).join('\n')}\n`)
  const taken = results.reduce((total, { seconds }) => total + seconds, 0)
  const warning = taken > maxSeconds ? `: enemmän kuin ne ${maxSeconds} s, joissa kaiken pitää valmistua kahdella ytimellä` : ''
  console.log(`Yhteensä ${taken.toFixed(0)} s${warning}`)
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every(({ succeeded, isRetried }) => succeeded || isRetried) && sum('failed') === 0
}

try {
  process.exitCode = main() ? 0 : 1
} catch (error) {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
