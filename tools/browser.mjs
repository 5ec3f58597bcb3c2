// Installs a browser for the end-to-end tests if there is none. Runs on any Node >= 20; imports nothing but built-ins.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Debian's packages. Tests in the headless shell take three quarters of the time that they take in the whole browser. */
const SHELL = 'chromium-headless-shell'
const WHOLE = 'chromium'

const pathOf = (name) => `/usr/bin/${name}`
const isThere = (name) => existsSync(pathOf(name))

/**
 * The system's browser, which tests prefer to Playwright's own.
 * @returns {string | undefined} its path
 */
export const systemBrowser = () => [SHELL, WHOLE].filter(isThere).map(pathOf)[0]

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

/** Ubuntu's chromium package is only a pointer to a snap, so the distribution must be Debian itself. */
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function install(name) {
  console.log(`Asennetaan selain (${name}) testejä varten …`)
  return run('apt-get', ['update', '-q']) && run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
}

/**
 * The headless shell wherever it can be installed; older releases of Debian have no package of it.
 * @returns {boolean} whether there is a browser now
 */
export function ensureBrowser() {
  if (isThere(SHELL)) return true
  const mayInstall = process.getuid?.() === 0 && isDebian()
  if (mayInstall && install(SHELL)) return true
  if (isThere(WHOLE) || (mayInstall && install(WHOLE))) return true
  // Playwright's own answers at once when it has been downloaded before.
  return run(process.execPath, [
    join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '@playwright', 'test', 'cli.js'),
    ...['install', '--only-shell', 'chromium'],
  ])
}

/** @returns {string} name and version of the browser of the tests, as it says them */
export function browserVersion() {
  const path = systemBrowser()
  if (!path) return 'Playwrightin oma'
  return `${basename(path)}: ${spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(ensureBrowser() ? 0 : 1)
