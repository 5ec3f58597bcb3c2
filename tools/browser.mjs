// Installs a browser for the end-to-end tests if there is none. Runs on any Node >= 20; imports nothing but built-ins.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Debian's packages. Tests in the headless one take three quarters of the time. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * The system's browser, which tests prefer to Playwright's own.
 * @returns {string | undefined} its path
 */
export function systemBrowser() {
  return PACKAGES.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

/** Ubuntu's chromium package is only a pointer to a snap, so the distribution must be Debian itself. */
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** @returns {boolean} whether there is a browser now */
export function ensureBrowser() {
  if (systemBrowser()) return true
  const isRoot = process.getuid?.() === 0
  if (isRoot && isDebian()) {
    console.log('Asennetaan selain (chromium) testejä varten …')
    const install = (name) => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
    // Older releases have no headless package.
    if (run('apt-get', ['update', '-q']) && PACKAGES.some(install)) return true
  }
  // Playwright's own answers at once when it has been downloaded before.
  return run(process.execPath, [
    join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  ])
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(ensureBrowser() ? 0 : 1)
