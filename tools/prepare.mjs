// Prepares what `npm start` and `npm test` need: the packages of the lock file and the built web app.
// Runs on any Node >= 20 with nothing installed, so it imports nothing but built-ins.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)

const LOCK = at('package-lock.json')
const INSTALLED = at('node_modules', '.package-lock.json')
/** The digest of the installed lock file. File times are not reliable, as a checkout changes them. */
const INSTALLED_LOCK = at('node_modules', '.kuorma-lock')
const BUILT = at('dist', 'web.sha256')

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const digest = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const stamp = read(INSTALLED_LOCK)
  // Without a stamp the packages were installed manually: compare the file times instead.
  return stamp ? stamp === digest(LOCK) : statSync(INSTALLED).mtimeMs >= statSync(LOCK).mtimeMs
}

/** Installs by the lock file if anything is missing or has changed. */
export function ensureInstalled() {
  if (!isInstalled()) {
    console.log('Asennetaan paketit …')
    rmSync(INSTALLED_LOCK, { force: true })
    // Not `npm ci`: it refuses a lock file that lacks other platforms' optional packages, which is what npm writes where a registry
    // does not have them all. This keeps to the lock file just the same, adds what this platform needs, and writes nothing back.
    // The web app is built here, so its tools are needed in production too.
    // Warnings of the machine's older Node do not matter: everything runs with the Node of the dependency `node`.
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath
    const options = { cwd: root, stdio: 'inherit' }
    const { status } = npm
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
    if (status !== 0) throw new Error('Pakettien asennus ei onnistunut: katso npm:n ilmoitus yltä.')
  }
  if (read(INSTALLED_LOCK) !== digest(LOCK)) writeFileSync(INSTALLED_LOCK, digest(LOCK))
}

/** The Node version that the lock file pins, not the machine's own. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = [at('node_modules', 'node', 'bin', name), at('node_modules', '.bin', name)].find(existsSync)
  if (!found) throw new Error('Paketti node on asentamatta kokonaan: poista node_modules ja yritä uudelleen.')
  return found
}

/** The environment of every child process: its PATH begins with the pinned Node and the installed tools. */
export function childEnvironment() {
  const path = [dirname(pinnedNode()), at('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const { npm_execpath: _npm, npm_node_execpath: _node, ...rest } = process.env
  return { ...rest, PATH: path }
}

/** The script behind a package's command, to be run by the pinned Node on every platform. */
export function toolScript(packageName, command) {
  const folder = at('node_modules', ...packageName.split('/'))
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

function sourceDigest() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const name of [
    'web',
    'domain',
    'docs/ohje',
    'tools/guide',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.base.json',
  ])
    add(at(name))
  return hash.digest('hex')
}

/** Builds the web app into dist/web if its sources have changed. */
export function ensureWebBuilt() {
  if (!existsSync(at('web', 'index.html'))) throw new Error('Selainsovellusta ei ole: web/index.html puuttuu.')
  const source = sourceDigest()
  if (read(BUILT) === source && existsSync(at('dist', 'web', 'index.html'))) return
  console.log('Rakennetaan selainsovellus …')
  rmSync(BUILT, { force: true })
  const config = ['vite.config.ts', join('web', 'vite.config.ts')].map((name) => at(name)).find(existsSync)
  const args = [toolScript('vite', 'vite'), 'build', at('web'), '--outDir', at('dist', 'web'), '--emptyOutDir', '--logLevel', 'warn']
  if (config) args.push('--config', config)
  const env = { ...childEnvironment(), NODE_ENV: 'production' }
  if (spawnSync(pinnedNode(), args, { cwd: root, env, stdio: 'inherit' }).status !== 0) {
    throw new Error('Selainsovelluksen rakentaminen ei onnistunut: katso ilmoitus yltä.')
  }
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(BUILT, source)
}
