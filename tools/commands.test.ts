// Every command of README is run as npm runs it: the script's own text in a shell.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { childEnvironment } from './prepare.mjs'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const testedHere = [
  'setting',
  'postal-codes',
  'user:create',
  'data',
  'bench',
  'bench:day-plan',
  'bench:proposal',
  'soak',
  'mutate',
  'screenshots',
  'format',
  'dev',
]
/** Commands that `npm test` runs, itself, and what it leaves out; start has a separate test (keep-running.test.ts). */
const testedElsewhere = ['start', 'test', 'test:all', 'check', 'types']

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kuorma-komennot-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({ ...childEnvironment(), DATA_DIR: folder, DATABASE_URL: database.url, PORT: '0', NODE_ENV: 'test' })
function start(name: string, args: readonly string[], cwd?: string) {
  const text = [scripts[name], ...args.map((arg) => `'${arg}'`)].join(' ')
  return spawn(`exec ${text}`, { shell: true, env: environment(), cwd, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The exit code and output of the command. */
function run(name: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = start(name, args)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += String(data)
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

async function writeNamed(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const firstValue = async (sql: string) => Object.values((await database.pool.query(sql)).rows[0] ?? {})[0]

test('npm run setting sets the privacy policy and the size of files', async () => {
  const policy = await writeNamed('seloste.html', '<h2>Tietosuojaseloste</h2><p>Kuljetusliike Oy</p>')
  expect(await run('setting', 'tietosuojaseloste', policy)).toEqual({ code: 0, said: 'Asetus tietosuojaseloste on tallennettu.\n' })
  expect(await firstValue(`SELECT arvo FROM asetus WHERE avain = 'tietosuojaseloste'`)).toContain('Kuljetusliike Oy')
  expect((await run('setting', 'tiedoston_enimmaiskoko', '40')).code).toBe(0)
  expect(await firstValue(`SELECT arvo FROM asetus WHERE avain = 'tiedoston_enimmaiskoko'`)).toBe(40)
})

test('npm run setting takes short texts and lists as they are typed', async () => {
  const storedValue = (name: string) => firstValue(`SELECT arvo FROM asetus WHERE avain = '${name}'`)
  const terminal = '0b0f6a1c-0000-4000-8000-000000000001'
  expect(await run('setting', 'oletusterminaali', terminal)).toEqual({ code: 0, said: 'Asetus oletusterminaali on tallennettu.\n' })
  expect(await storedValue('oletusterminaali')).toBe(terminal)
  expect((await run('setting', 'muistutuspaivat', '[7,30]')).code).toBe(0)
  expect(await storedValue('muistutuspaivat')).toEqual([7, 30])
  expect((await run('setting', 'poissa_kaytosta', '["reitit"]')).code).toBe(0)
  expect(await storedValue('poissa_kaytosta')).toEqual(['reitit'])
  expect(await run('setting', 'poissa_kaytosta', 'reitit')).toEqual({ code: 1, said: 'Arvo reitit ei ole JSONia.\n' })
})

test('npm run setting says what is wrong', async () => {
  const missing = join(folder, 'ei-ole.html')
  expect(await run('setting', 'tietosuojaseloste', missing)).toEqual({ code: 1, said: `Tiedostoa ${missing} ei voi lukea.\n` })
  expect(await run('setting', 'vari', '1')).toMatchObject({ code: 1, said: expect.stringContaining('Asetusta vari ei ole.') })
  expect(await run('setting')).toMatchObject({ code: 1, said: expect.stringContaining('Käyttö: npm run setting') })
})

test('npm run postal-codes imports a file of GeoNames', async () => {
  const codes = await writeNamed('FI.txt', 'FI\t33100\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4991\t23.7871\t6\n')
  expect(await run('postal-codes', codes)).toEqual({ code: 0, said: 'Postinumeroita tuotiin 1. Lähde: GeoNames (CC BY 4.0).\n' })
  expect(await firstValue(`SELECT paikka FROM postinumero WHERE postinumero = '33100'`)).toBe('Tampere')
})

test('npm run user:create makes a person who can sign in', async () => {
  const { code, said } = await run('user:create', '--name', 'paakayttaja', '--mail', 'paakayttaja@esimerkki.fi')
  expect(code, said).toBe(0)
  expect(await firstValue(`SELECT mail FROM "user" WHERE name = 'paakayttaja'`)).toBe('paakayttaja@esimerkki.fi')
})

test('npm run data makes orders', async () => {
  const { code, said } = await run('data', '--orders', '20', '--open', '5')
  expect(code, said).toBe(0)
  expect(await firstValue('SELECT count(*)::int FROM tilaus')).toBe(20)
})

test.each(['bench', 'bench:day-plan', 'bench:proposal', 'soak', 'mutate', 'screenshots'])(
  'npm run %s says how it is used',
  async (name) => {
    expect(await run(name, '--help')).toMatchObject({ code: 0, said: expect.stringContaining(`npm run ${name} -- [--`) })
  },
)

test('npm run format formats', async () => {
  const clone = await mkdtemp(join(folder, 'klooni-'))
  // The folder has no .gitignore.
  const config: object = { ...JSON.parse(readFileSync('biome.json', 'utf8')), vcs: {} }
  await writeFile(join(clone, 'biome.json'), JSON.stringify(config))
  await writeFile(join(clone, 'a.ts'), 'export const a = "b";')
  const child = start('format', [], clone)
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(await readFile(join(clone, 'a.ts'), 'utf8')).toBe("export const a = 'b'\n")
})

test('npm run dev serves the server and the web app, and stops both', async () => {
  const child = start('dev', [])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      // Vite colours its output.
      said += stripVTControlCharacters(String(data))
    })
  await expect.poll(() => said).toMatch(/Kuorma on käynnissä: http/)
  await expect.poll(() => said).toMatch(/Local:.*http/)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('every command of README is a script, and every script is tested', () => {
  const documented = [...readFileSync('README.md', 'utf8').matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name]) => name)
  for (const name of documented) expect(Object.keys(scripts)).toContain(name)
  expect(Object.keys(scripts).sort()).toEqual([...testedHere, ...testedElsewhere].sort())
})
