// npm run mutate [-- FOLDER|FILE…]: changes the rules one by one and runs the tests beside them, of which one should fail for each change.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Per cent of the covered mutants that tests must find (decision 80). */
const floor = 90
const root = join(import.meta.dirname, '../..')
/** Descriptions are static, and a search may find any good answer: its tests measure how good. */
const searches = ['tour', 'day-plan'].map((folder) => `!domain/features/route-optimisation/${folder}/**`)
const neverMutated = [...['test', 'entity', 'policy'].map((kind) => `!**/*.${kind}.ts`), ...searches]

type Mutant = { status: string }
type Report = { files: Record<string, { mutants: Mutant[] }> }

/** Rules of the server whose own tests need neither a database nor a network. */
const serverRules = [
  ...['auth/network-address', 'auth/password-strength', 'demo/demo-password', 'entities/read/read-queue', 'entities/shape'],
  ...['features/order-import/customer-data', 'http/limits/client-address', 'platform/documents/make-table'],
  ...['platform/documents/tables/parse-table', 'platform/files/byte-range', 'platform/files/metadata/movie'],
  ...['platform/ports/maps/geonames', 'platform/workers/fair-queue'],
].map((rule) => `server/${rule}.ts`)
const folders = ['domain/values', 'domain/access', 'domain/model', 'domain/entities', ...globSync('domain/features/*', { cwd: root })]
const parts = [...folders, ...serverRules]
const named = process.argv.slice(2)
if (named.includes('--help')) {
  console.log('npm run mutate -- [--help] [FOLDER|FILE…]: all rules of domain/ and the pure ones of server/, or those named')
  process.exit(0)
}

function mutate(part: string): [path: string, mutants: Mutant[]][] {
  const isFile = part.endsWith('.ts')
  const beside = part.replace(/\.ts$/, '.test.ts')
  const hasOwnTests = isFile && existsSync(join(root, beside))
  const tests = hasOwnTests ? beside : `${isFile ? dirname(part) : part}/**/*.test.ts`
  if (globSync(tests, { cwd: root }).length === 0) return []
  const files = [isFile ? part : `${part}/**/*.ts`, ...neverMutated].join(',')
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, MUTATION_TESTS: tests }
  const args = [stryker, 'run', 'tools/mutation/stryker.config.mjs', '--mutate', files]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
  const report: Report = JSON.parse(readFileSync(join(root, '.cache/mutation.json'), 'utf8'))
  return Object.entries(report.files).map(([path, { mutants }]) => [path, mutants])
}

const count = (mutants: Mutant[], ...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
function score(mutants: Mutant[]) {
  const found = count(mutants, 'Killed', 'Timeout')
  const covered = found + count(mutants, 'Survived')
  return covered === 0 ? 100 : (100 * found) / covered
}

const files = (named.length > 0 ? named : parts).flatMap(mutate)
const weak = files.filter(([, mutants]) => score(mutants) < floor).sort(([, a], [, b]) => score(a) - score(b))
for (const [path, mutants] of weak) console.log(`${score(mutants).toFixed(1)} % ${path}: ${count(mutants, 'Survived')} survived`)
const total = score(files.flatMap(([, mutants]) => mutants))
console.log(`${total.toFixed(1)} % of the covered mutants were found; the floor is ${floor} %`)
if (total < floor) process.exit(1)
