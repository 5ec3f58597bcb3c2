// `npm test`: all checks and tests but the long stories, from a fresh clone, with a one-line result at the end. Runs on any Node >= 20.
// `npm run test:all`: the long stories and drills too: everything but `npm run soak`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { browserVersion, ensureBrowser } from './browser.mjs'
import { childEnvironment, ensureInstalled, ensureWebBuilt, pinnedNode, root, toolScript } from './prepare.mjs'
import { emptyScratchFolder } from './scratch-folder.mjs'
import {
  describeFailures,
  playwrightFailures,
  slowestPlaywrightFiles,
  slowestVitestFiles,
  vitestFailures,
  withoutRepeated,
} from './test-run/test-reports.mjs'

/** In seconds, on a machine of the usual pace (machine-pace.ts). A run that takes longer gets a warning, not a failure. */
const maxSeconds = 1320

const isAll = process.argv.includes('--all')
const results = []
const cache = join(root, '.cache')

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

const full = isAll ? { KUORMA_TEST_ALL: '1' } : {}

const vitest = {
  title: 'Yksikkö- ja palvelintestit',
  report: join(cache, 'vitest.json'),
  run(report, failures) {
    const files = [...new Set(failures.map(({ file }) => file))]
    return tool('vitest', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files], full)
  },
  failures: (report) => vitestFailures(report, root),
  passed: (report) => report?.numPassedTests ?? 0,
  slowest: (report) => slowestVitestFiles(report, root),
}

const playwright = {
  title: 'Selaintestit',
  report: join(cache, 'playwright.json'),
  run(report, failures) {
    const chosen = failures.length > 0 ? ['--last-failed', '--workers=1'] : isAll ? [] : ['--grep-invert', '@long']
    return tool('@playwright/test', 'playwright', ['test', '--reporter=list,json', ...chosen], {
      ...full,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
  },
  failures: playwrightFailures,
  passed: (report) => report?.stats?.expected ?? 0,
  slowest: (report) => slowestPlaywrightFiles(report),
}

/** More failed tests than this are no chance, and are not run again. */
const maxRepeated = 5

/**
 * Runs the tests of a part. A few that fail are run once more, alone on the machine: `wavering` are those that pass then, each of which is a
 * fault of the test or of the product (decision 89). A runner that failed without naming a test (a file that does not load, no tests at all)
 * still counts as a failure.
 */
function runTests(part) {
  rmSync(part.report, { force: true })
  let succeeded = step(part.title, () => part.run(part.report, []))
  const report = readReport(part.report)
  const [passed, slowest] = [part.passed(report), part.slowest(report)]
  const first = part.failures(report)
  if (succeeded || first.length === 0 || first.length > maxRepeated)
    return { passed, slowest, failed: succeeded ? 0 : Math.max(1, first.length), failures: first, wavering: [] }

  results.at(-1).isRepeated = true
  const again = part.report.replace('.json', '-again.json')
  rmSync(again, { force: true })
  succeeded = step(`${part.title}: epäonnistuneet yksin`, () => part.run(again, first))
  const failures = part.failures(readReport(again))
  const wavering = withoutRepeated(first, failures)
  return {
    passed: passed + wavering.length,
    slowest,
    failed: succeeded ? 0 : Math.max(1, failures.length),
    failures,
    wavering,
  }
}

function runStories() {
  const isReady = step('Selain', ensureBrowser) && step('Selainsovellus', () => ensureWebBuilt() ?? true)
  if (isReady) return runTests(playwright)
  console.log('Selaintestejä ei voi ajaa ilman selainta ja selainsovellusta.')
  return { passed: 0, failed: 1, failures: [], wavering: [], slowest: [] }
}

/** Every part is checked, so that one run reports all faults. */
function runChecks() {
  step('Muotoilu', () => tool('@biomejs/biome', 'biome', ['check', '.']))
  step('Tyypit', () =>
    ['domain', '.', 'web', 'web/service-worker'].map((project) => tool('typescript', 'tsc', ['-p', project])).every(Boolean),
  )
  step('Arkkitehtuuri', () => node([join('tools', 'check-architecture.ts')]))
  step('Käyttämätön koodi', () => tool('knip', 'knip', []))
}

/** How many times longer this machine takes than the usual one; 1 when it cannot be measured. */
function machinePace() {
  const program = `import { slowness } from './tools/machine-pace.ts'; console.log(slowness())`
  return Number(spawnSync(pinnedNode(), ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' }).stdout) || 1
}

const describeMachine = (pace) =>
  `${availableParallelism()} ydintä, kuorma ${loadavg()[0].toFixed(2)}, tahti ${pace.toFixed(2)} (1 on tavallinen kone, 2 kaksi kertaa hitaampi)`

const listed = (title, lines) => (lines.length > 0 ? `\n${title}:\n${lines.join('\n')}\n` : '')

function report(parts, pace) {
  const all = (key) => parts.flatMap((part) => part[key])
  console.log(
    listed('Hitaimmat tiedostot', [...all('slowest').map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s ${file}`)]),
  )
  console.log(`Kone lopussa: ${describeMachine(pace)}`)
  const failures = all('failures')
  console.log(listed('Epäonnistuneet testit', failures.length > 0 ? [describeFailures(failures)] : []))
  const wavering = all('wavering')
  console.log(listed('Vasta yksin ajettuina onnistuneet testit (korjattavia)', wavering.length > 0 ? [describeFailures(wavering)] : []))
  const sign = ({ succeeded, isRepeated }) => (isRepeated ? '↻' : succeeded ? '✓' : '✗')
  console.log(`${results.map((result) => `${sign(result)} ${result.title} ${result.seconds.toFixed(1)} s`).join('\n')}\n`)
  const taken = results.reduce((total, { seconds }) => total + seconds, 0)
  const limit = maxSeconds * pace
  console.log(
    `Yhteensä ${taken.toFixed(0)} s${isAll || taken <= limit ? '' : `: enemmän kuin ${limit.toFixed(0)} s, mikä tällä koneella saa kulua`}`,
  )
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every(({ succeeded, isRepeated }) => succeeded || isRepeated) && sum('failed') === 0
}

function main() {
  step('Paketit', () => ensureInstalled() ?? true)
  mkdirSync(cache, { recursive: true })
  const pace = machinePace()
  runChecks()
  const parts = [runTests(vitest), runStories()]
  console.log(
    `\nNode ${process.version}, testeillä ${spawnSync(pinnedNode(), ['--version'], { encoding: 'utf8' }).stdout.trim()}; ${browserVersion()}`,
  )
  emptyScratchFolder()
  return report(parts, Math.max(pace, machinePace()))
}

try {
  process.exitCode = main() ? 0 : 1
} catch (error) {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
