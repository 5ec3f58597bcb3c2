import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkCommits } from './architecture/check-commits.ts'
import { architecture } from './architecture.ts'
import { checkArchitecture, importsOf } from './check-architecture.ts'

const rules = {
  ...architecture,
  featureImports: { orders: ['customers'], customers: [], history: [] },
  kitFeatures: ['history'],
  duplicateTypes: {},
  sqlOutsideQueries: [],
  foreignCitations: [],
}
const check = (files: Record<string, string>) => checkArchitecture(new Map(Object.entries(files)), rules)
const imports = (specifier: string) => `import { x } from '${specifier}'\n`

test('finds every form of import, and none in comments and strings', () => {
  const source = [
    "import 'a'",
    "import b from 'b'",
    "import type { C } from './c.ts'",
    "import {\n  d,\n  e,\n} from '#domain/d.ts'",
    "export * from 'f'",
    "export { g } from 'g'",
    "const h = await import('h')",
    "// import i from 'i'",
    " * import j from 'j'",
    'const k = "import l from \'l\'"',
    "export const m = 'm'",
    "export function n() { return 'from' }",
  ].join('\n')
  expect(importsOf(source).sort()).toEqual(['#domain/d.ts', './c.ts', 'a', 'b', 'f', 'g', 'h'])
})

describe('refuses', () => {
  test.each([
    ['domain/a.ts', '#server/b.ts', 'domain knows nothing'],
    ['domain/a.ts', '../web/b.ts', 'domain knows nothing'],
    ['domain/a.ts', 'node:fs', 'domain is pure'],
    ['domain/a.ts', 'fs', 'domain is pure'],
    ['domain/a.ts', 'pg', 'domain is pure'],
    ['domain/a.ts', 'fast-check', 'domain is pure'],
    ['server/a.ts', '#web/b.ts', 'never meet'],
    ['web/app/a.ts', '#server/b.ts', 'never meet'],
    ['server/a.ts', '#bench/b.ts', 'does not depend on its tools'],
    ['server/a.ts', './testing/b.ts', 'fixtures are for tests'],
    ['web/kit/a.ts', 'vitest', 'under testing/'],
    ['web/screens/orders/a.tsx', '../invoicing/b.ts', 'each other'],
    ['web/kit/a.tsx', '#web/screens/orders/b.ts', 'only web/app'],
    ['web/features/orders/a.tsx', '#web/screens/orders/b.ts', 'only web/app'],
    ['web/screens/orders/a.tsx', '../../app/routes.ts', 'is the entry'],
    ['web/ui/a.tsx', '#domain/b.ts', 'no business words'],
    ['web/ui/a.tsx', '../kit/b.ts', 'no business words'],
    ['web/ui/a.tsx', '../session/b.ts', 'no business words'],
    ['web/kit/a.tsx', '#web/features/orders/b.ts', 'names no entity'],
    ['web/kit/a.tsx', '#domain/features/orders/b.ts', 'names no entity'],
    ['web/kit/a.tsx', '#domain/entities/order/b.ts', 'names no entity'],
    ['web/data/a.ts', '../kit/b.ts', 'know no screens'],
    ['server/entities/read/a.ts', '#server/features/orders/b.ts', 'knows nothing of the business'],
    ['server/entities/a.ts', '../platform/mail/b.ts', 'knows nothing of the business'],
    ['server/entities/a.ts', '#domain/entities/order/b.ts', 'as an argument'],
    ['server/entities/read/a.ts', '#domain/model/registry.ts', 'as an argument'],
    ['server/features/orders/a.ts', '#server/entities/read/b.ts', 'the only way to the entities'],
    ['server/platform/files/a.ts', '../../entities/model.ts', 'the only way to the entities'],
    ['server/platform/files/a.ts', '#server/features/orders/b.ts', 'compose features'],
    ['server/features/customers/a.ts', '../orders/b.ts', 'may not import orders'],
    ['web/features/history/a.ts', '#domain/features/orders/b.ts', 'may not import orders'],
  ])('%s importing %s', (from, specifier, reason) => {
    expect(check({ [from]: imports(specifier) })).toEqual([expect.stringMatching(`^${from}: imports ${specifier}: .*${reason}`)])
  })

  test.each([
    ['server/utils/a.ts', 'no "utils"'],
    ['server/order-helpers.ts', 'no "order-helpers"'],
    ['server/common.test.ts', 'no "common"'],
    ['web/data/index.ts', 'no barrels'],
    ['src/a.ts', 'no such folder: src'],
    ['web/components/a.tsx', 'no such folder: web/components'],
    ['server/features/rockets/a.ts', 'features/rockets: not declared'],
  ])('a file called %s', (path, reason) => {
    expect(check({ [path]: '' })).toContainEqual(expect.stringContaining(reason))
  })

  test('more than 400 lines', () => {
    expect(check({ 'server/a.ts': '\n'.repeat(401) })).toEqual(['server/a.ts: 401 lines, at most 400: it is two things'])
    expect(check({ 'server/a.ts': '\n'.repeat(400), 'server/platform/database/migrations/0001-a.sql': '\n'.repeat(900) })).toEqual([])
  })

  test('more than 24 files in a folder, or than a large folder had', () => {
    const some = (folder: string, count: number) => Object.fromEntries([...Array(count).keys()].map((n) => [`${folder}/a${n}.ts`, '']))
    expect(check(some('web/kit/list', 25))).toEqual(['web/kit/list: 25 files, at most 24: split it by what they do'])
    expect(check({ ...some('web/kit/list', 24), ...some('e2e', 60) })).toEqual([])
    const large = { ...rules, largeFolders: { 'web/kit/list': 25 } }
    expect(checkArchitecture(new Map(Object.entries(some('web/kit/list', 25))), large)).toEqual([])
    expect(checkArchitecture(new Map(Object.entries(some('web/kit/list', 26))), large)).toHaveLength(1)
  })

  test('a register of more than 150 lines, or than a large register had', () => {
    const register = (lines: number) => ({
      'web/screens/cars/cars.tsx': `<EntityList />\n${'\n'.repeat(lines - 2)}x\n`,
      'web/screens/user/a.tsx': '\n'.repeat(200),
    })
    expect(check(register(150))).toEqual([])
    expect(check(register(151))).toEqual(['web/screens/cars: 151 lines, at most 150 of a register'])
    const large = { ...rules, largeRegisters: { 'web/screens/cars': 151 } }
    expect(checkArchitecture(new Map(Object.entries(register(151))), large)).toEqual([])
  })

  test('an entity named in web/kit', () => {
    expect(check({ 'web/kit/list/a.tsx': "listQuery('tilaus', {})\nuseEntityRow<'lahetys'>()\nlistQuery('nakyma', {})\n" })).toEqual([
      'web/kit/list/a.tsx: names the entity lahetys: it belongs to a feature',
      'web/kit/list/a.tsx: names the entity tilaus: it belongs to a feature',
    ])
  })

  test('a cycle, once, as a list', () => {
    const files = { 'server/c.ts': imports('./a.ts'), 'server/a.ts': imports('./b.ts'), 'server/b.ts': imports('#server/c.ts') }
    expect(check(files)).toEqual(['server/a.ts: import cycle: server/a.ts → server/b.ts → server/c.ts → server/a.ts'])
  })

  test('a cycle among the declared imports of features', () => {
    const featureImports = { orders: ['customers'], customers: ['addresses'], addresses: ['orders'] }
    expect(checkArchitecture(new Map(), { ...rules, featureImports })).toEqual([
      'tools/architecture.ts: features in a cycle: addresses → orders → customers → addresses',
    ])
  })

  test('a fixture that is not under testing/', () => {
    const files = { 'server/auth/a.ts': '', 'server/auth/b.test.ts': imports('./a.ts'), 'server/testing/c.ts': imports('../auth/a.ts') }
    expect(check(files)).toEqual(['server/auth/a.ts: only tests import it: it belongs under testing/'])
    expect(check({ ...files, 'server/auth/d.ts': imports('./a.ts') })).toEqual([])
    expect(check({ ...files, 'server/auth/d.ts': "const program = new URL('./a.ts', import.meta.url)" })).toEqual([])
  })
})

describe('an exported type name', () => {
  const definitions = {
    'server/a.ts': 'export type Found = string\ntype Asked = string\n',
    'web/data/b.ts': 'export interface Found {\n}\nexport type Asked = string\nexport type { Other } from "./c.ts"\n',
    'web/data/c.ts': 'export type Other = string\n',
    'server/d.test.ts': 'export type Other = string\n',
  }
  const withKnown = (duplicateTypes: Record<string, number>) =>
    checkArchitecture(new Map(Object.entries(definitions)), { ...rules, duplicateTypes })

  test('has one definition', () => {
    expect(check(definitions)).toEqual(['server/a.ts: the exported type Found is also defined in web/data/b.ts'])
  })

  test('has at most the listed number of definitions, and the list must be updated when it has fewer', () => {
    expect(withKnown({ Found: 2 })).toEqual([])
    expect(withKnown({ Found: 3 })).toEqual(['tools/architecture.ts: duplicateTypes: Found has fewer definitions by now'])
  })
})

describe('SQL', () => {
  const reason = 'SQL of a feature stands in its queries.ts'
  test.each([
    ['server/features/orders/a.ts', 'await pool.query(`SELECT 1`)'],
    ['server/features/orders/a.ts', 'await runner.query<Row>(\n  `SELECT 1`)'],
    ['server/features/orders/bulk/a.ts', 'const one = sql`SELECT 1`'],
    ['server/http/a.ts', 'await pool.query(text)'],
    ['domain/a.ts', 'const one = sql`SELECT 1`'],
  ])('is not allowed in %s: %s', (path, source) => {
    expect(check({ [path]: source })).toEqual([`${path}: ${reason}`])
  })

  test.each([
    ['server/features/orders/queries.ts', 'await pool.query(`SELECT 1`)'],
    ['server/features/orders/bulk/queries.ts', 'const one = sql`SELECT 1`'],
    ['server/features/orders/a.test.ts', 'await pool.query(`SELECT 1`)'],
    ['server/features/orders/a.ts', 'const { q } = request.query\nconst found = await ordersOf(pool, ids)'],
    ['server/entities/read/a.ts', 'const one = sql`SELECT 1`'],
    ['server/users/a.ts', 'await pool.query(`SELECT 1`)'],
  ])('is allowed in %s: %s', (path, source) => {
    expect(check({ [path]: source })).toEqual([])
  })

  test('is allowed elsewhere only in listed files, and a file without any must be removed from the list', () => {
    const listed = { ...rules, sqlOutsideQueries: ['server/features/orders/a.ts'] }
    const files = (source: string) => new Map([['server/features/orders/a.ts', source]])
    expect(checkArchitecture(files('pool.query(text)'), listed)).toEqual([])
    expect(checkArchitecture(files(''), listed)).toEqual([
      'tools/architecture.ts: sqlOutsideQueries: server/features/orders/a.ts has no SQL by now',
    ])
  })
})

describe('the subject of a commit', () => {
  const identity = ['-c', 'user.name=Testi', '-c', 'user.email=testi@example.com', '-c', 'commit.gpgsign=false']
  const git = (root: string, ...args: string[]) => execFileSync('git', [...identity, '-C', root, ...args], { encoding: 'utf8' }).trim()
  const commit = (root: string, subject: string): string => {
    git(root, 'commit', '--allow-empty', '-q', '-m', subject)
    return git(root, 'rev-parse', 'HEAD')
  }

  // A copy without git has no commits either.
  test.skipIf(spawnSync('git', ['--version']).status !== 0)(
    'has at most 72 characters after the named commit; nothing is checked when the history does not contain that commit',
    () => {
      const root = mkdtempSync(join(tmpdir(), 'kuorma-commits-'))
      try {
        expect(checkCommits(root, 'HEAD')).toEqual([])
        git(root, 'init', '-q')
        expect(checkCommits(root, 'HEAD')).toEqual([])
        const base = commit(root, 'b'.repeat(90))
        commit(root, 'a'.repeat(72))
        expect(checkCommits(root, base)).toEqual([])
        const long = commit(root, `${'a'.repeat(70)} ä—`)
        expect(checkCommits(root, base)).toEqual([
          `commit ${git(root, 'rev-parse', '--short', long)}: a subject of 73 characters, at most 72`,
        ])
        const shallow = join(root, 'shallow')
        git(root, 'clone', '-q', '--depth', '1', `file://${root}`, shallow)
        expect(checkCommits(shallow, base)).toEqual([])
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    },
  )
})

describe('numbered pages and migrations', () => {
  const numbered = (...names: string[]) => check(Object.fromEntries(names.map((name) => [name, ''])))

  test('use each number once', () => {
    expect(numbered('docs/decisions/0007-a.md', 'docs/decisions/0007-b.md')).toEqual([
      'docs/decisions/0007-b.md: number 7 is taken by docs/decisions/0007-a.md',
    ])
    expect(numbered('server/platform/database/migrations/0028-a.sql', 'server/platform/database/migrations/0028-b.sql')).toEqual([
      'server/platform/database/migrations/0028-b.sql: number 28 is taken by server/platform/database/migrations/0028-a.sql',
    ])
    expect(numbered('docs/decisions/0042-a.md', 'server/platform/database/migrations/0028-a.sql')).toEqual([])
  })

  test('have no gaps from a certain number on', () => {
    expect(numbered('docs/decisions/0039-a.md', 'docs/decisions/0041-a.md', 'docs/decisions/0042-a.md')).toEqual([])
    expect(numbered('docs/decisions/0042-a.md', 'docs/decisions/0044-a.md')).toEqual(['docs/decisions/0044-a.md: there is no number 43'])
    expect(numbered('server/platform/database/migrations/0027-a.sql', 'server/platform/database/migrations/0029-a.sql')).toEqual([
      'server/platform/database/migrations/0029-a.sql: there is no number 28',
    ])
  })

  test('have names that begin with a number', () => {
    expect(numbered('docs/decisions/a.md')).toEqual(['docs/decisions/a.md: its name begins with no number'])
  })
})

test('accepts files that follow the rules', () => {
  expect(
    check({
      'domain/a.ts': imports('zod') + imports('temporal-polyfill') + imports('./b.ts'),
      'domain/a.test.ts': imports('vitest') + imports('fast-check'),
      'domain/b.ts': '',
      'domain/features/orders/common-passwords.ts': '',
      'server/main.ts': imports('#domain/a.ts') + imports('pg') + imports('node:fs') + imports('./features/orders/routes.ts'),
      'server/entities/rights.ts': imports('#domain/model/registry.ts'),
      'server/entities/read/a.ts': imports('../../platform/database/pool.ts') + imports('#domain/model/define-entity.ts'),
      'server/entities/a.test.ts': imports('#domain/model/registry.ts') + imports('../testing/a.ts'),
      'server/features/orders/a.ts': imports('../customers/a.ts') + imports('#domain/features/customers/a.ts'),
      'server/testing/a.ts': imports('vitest'),
      'web/app/routes.tsx': imports('#web/screens/orders/list.tsx') + imports('#web/screens/login/login.tsx'),
      'web/screens/orders/list.tsx': imports('./row.tsx') + imports('#web/kit/list/list.tsx') + imports('#domain/a.ts'),
      'web/kit/entity/history.tsx': imports('#domain/features/history/a.ts') + imports('../../ui/button.tsx'),
      'web/ui/button.tsx': imports('@mantine/core'),
    }),
  ).toEqual([])
})
