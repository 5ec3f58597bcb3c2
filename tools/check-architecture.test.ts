import { describe, expect, test } from 'vitest'
import { checkArchitecture, importsOf } from './check-architecture.ts'

const check = (files: Record<string, string>) => checkArchitecture(new Map(Object.entries(files)))
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
    ['server/a.ts', '#bench/b.ts', 'does not lean'],
    ['web/screens/orders/a.tsx', '../invoicing/b.ts', 'each other'],
    ['web/kit/a.tsx', '#web/screens/orders/b.ts', 'only web/app'],
    ['web/ui/a.tsx', '#domain/b.ts', 'no business words'],
    ['web/ui/a.tsx', '../kit/b.ts', 'no business words'],
    ['web/ui/a.tsx', '../session/b.ts', 'no business words'],
    ['server/jsonapi/a.ts', '#server/orders/b.ts', 'knows nothing of the business'],
    ['server/jsonapi/a.ts', '#domain/entities/order/b.ts', 'as an argument'],
    ['server/jsonapi/a.ts', '#domain/registry.ts', 'as an argument'],
  ])('%s importing %s', (from, specifier, reason) => {
    expect(check({ [from]: imports(specifier) })).toEqual([expect.stringMatching(`^${from}: imports ${specifier}: .*${reason}`)])
  })

  test.each([
    ['server/utils/a.ts', 'no "utils"'],
    ['server/order-helpers.ts', 'no "order-helpers"'],
    ['server/common.test.ts', 'no "common"'],
    ['web/data/index.ts', 'no barrels'],
    ['src/a.ts', 'no such room: src'],
    ['web/components/a.tsx', 'no such room: web/components'],
  ])('a file called %s', (path, reason) => {
    expect(check({ [path]: '' })).toEqual([expect.stringContaining(reason)])
  })

  test('more than 400 lines', () => {
    expect(check({ 'server/a.ts': '\n'.repeat(401) })).toEqual(['server/a.ts: 401 lines, at most 400: it is two things'])
    expect(check({ 'server/a.ts': '\n'.repeat(400), 'server/database/migrations/0001-a.sql': '\n'.repeat(900) })).toEqual([])
  })

  test('a circle, once, as a list', () => {
    const files = { 'server/c.ts': imports('./a.ts'), 'server/a.ts': imports('./b.ts'), 'server/b.ts': imports('#server/c.ts') }
    expect(check(files)).toEqual(['server/a.ts: import cycle: server/a.ts → server/b.ts → server/c.ts → server/a.ts'])
  })
})

test('allows what the house allows', () => {
  expect(
    check({
      'domain/a.ts': imports('zod') + imports('temporal-polyfill') + imports('./b.ts'),
      'domain/a.test.ts': imports('vitest') + imports('fast-check'),
      'domain/b.ts': '',
      'domain/passwords/common-passwords.ts': '',
      'server/main.ts': imports('#domain/a.ts') + imports('pg') + imports('node:fs'),
      'server/jsonapi/a.ts': imports('../database/pool.ts') + imports('#domain/define-entity.ts'),
      'server/jsonapi/a.test.ts': imports('#domain/registry.ts'),
      'web/app/routes.tsx': imports('#web/screens/orders/list.tsx') + imports('#web/screens/login/login.tsx'),
      'web/screens/orders/list.tsx': imports('./row.tsx') + imports('#web/kit/list.tsx') + imports('#domain/a.ts'),
      'web/ui/button.tsx': imports('@mantine/core'),
    }),
  ).toEqual([])
})
