// `npm test`: everything that proves the product, from a fresh clone, with one plain line at the end. Runs on any Node >= 20.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { childEnvironment, ensureInstalled, ensureWebBuilt, pinnedNode, root, toolScript } from './prepare.mjs'
import { emptyScratchFolder } from './scratch-folder.mjs'

/** In seconds: the whole takes at most 20 minutes on two cores. A slower machine gets a warning, not a failure. */
const maxSeconds = 1200

const results = []
const cache = join(root, '.cache')
const vitestReport = join(cache, 'vitest.json')
const playwrightReport = join(cache, 'playwright.json')

/** Runs a step whose work answers whether it held. */
function step(title, work) {
  console.log(`\n━━ ${title} ${'━'.repeat(Math.max(3, 70 - title.length))}`)
  const start = performance.now()
  let held = false
  try {
    held = work()
  } catch (error) {
    console.log(error.message)
  }
  const seconds = (performance.now() - start) / 1000
  results.push({ title, held, seconds })
  console.log(`${held ? '✓' : '✗'} ${title} ${seconds.toFixed(1)} s`)
  return held
}

const node = (args, extra = {}) =>
  spawnSync(pinnedNode(), args, { cwd: root, env: { ...childEnvironment(), ...extra }, stdio: 'inherit' }).status === 0

const tool = (packageName, command, args, extra) => node([toolScript(packageName, command), ...args], extra)

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** A runner that failed without naming a test (a file that does not load, no tests at all) still counts as a failure. */
function count(held, passed, failed) {
  return { passed, failed: held ? failed : Math.max(1, failed) }
}

function runVitest() {
  const held = step('Yksikkö- ja palvelintestit', () =>
    tool('vitest', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]),
  )
  const report = readReport(vitestReport)
  return count(held, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

function runPlaywright() {
  const ready = step('Selain', ensureBrowser) && step('Selainsovellus', () => ensureWebBuilt() ?? true)
  const held = step('Selaintestit', () => {
    if (!ready) throw new Error('Selaintestejä ei voi ajaa ilman selainta ja selainsovellusta.')
    return tool('@playwright/test', 'playwright', ['test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    })
  })
  const stats = readReport(playwrightReport)?.stats
  return count(held, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0)
}

function main() {
  ensureInstalled()
  mkdirSync(cache, { recursive: true })
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })

  step('Muotoilu', () => tool('@biomejs/biome', 'biome', ['check', '.']))
  // Every part is looked at, so that one run names all that is wrong.
  step('Tyypit', () => ['domain', '.', 'web'].map((project) => tool('typescript', 'tsc', ['-p', project])).every(Boolean))
  step('Arkkitehtuuri', () => node([join('tools', 'check-architecture.ts')]))
  step('Käyttämätön koodi', () => tool('knip', 'knip', []))
  const counts = [runVitest(), runPlaywright()]
  emptyScratchFolder()

  console.log(`\n${results.map(({ title, held, seconds }) => `${held ? '✓' : '✗'} ${title} ${seconds.toFixed(1)} s`).join('\n')}\n`)
  const taken = results.reduce((total, { seconds }) => total + seconds, 0)
  const warning = taken > maxSeconds ? `: enemmän kuin ne ${maxSeconds} s, joissa kaiken pitää valmistua kahdella ytimellä` : ''
  console.log(`Yhteensä ${taken.toFixed(0)} s${warning}`)
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return results.every((result) => result.held) && sum('failed') === 0
}

try {
  process.exitCode = main() ? 0 : 1
} catch (error) {
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
