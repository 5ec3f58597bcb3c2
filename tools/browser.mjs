// Installs a browser for the end-to-end tests if there is none. Runs on any Node >= 20; imports nothing but built-ins.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The system's chromium, which playwright.config.ts prefers when it is installed. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

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
  if (existsSync(SYSTEM_CHROMIUM)) return true
  const isRoot = process.getuid?.() === 0
  if (isRoot && isDebian()) {
    console.log('Asennetaan selain (chromium) testejä varten …')
    if (run('apt-get', ['update', '-q']) && run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])) return true
  }
  // Playwright's own answers at once when it has been downloaded before.
  return run(process.execPath, [
    join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  ])
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(ensureBrowser() ? 0 : 1)
