import { expect, test } from 'vitest'
import { checkCitations } from './check-citations.ts'

const pages = {
  'docs/rules/orders.md': '# Orders\n## Order states\n## Who cancels, and when\n',
  'docs/decisions/0008-drivers-do-not-cancel.md': '# 8. Drivers do not cancel\n',
}
const check = (files: Record<string, string>, known: string[] = []) =>
  checkCitations(new Map(Object.entries({ ...pages, ...files })), known)

test('a cited rule has its page and its heading', () => {
  expect(check({ 'domain/a.ts': '// rules/orders.md, rules/orders.md#order-states and rules/orders.md#who-cancels-and-when.' })).toEqual([])
  expect(check({ 'domain/a.ts': '/** Why (rules/orders.md#states). */' })).toEqual([
    'domain/a.ts: cites rules/orders.md#states: docs/rules/orders.md has no heading #states',
  ])
  expect(check({ 'web/a.css': '/* rules/order.md#order-states */' })).toEqual([
    'web/a.css: cites rules/order.md#order-states: there is no docs/rules/order.md',
  ])
})

test('a cited decision has its page', () => {
  expect(check({ 'domain/a.ts': '// decision 8', 'README.md': 'See decision 8.' })).toEqual([])
  expect(check({ 'domain/a.ts': '// decisions 8, 9 and 10', 'ARCHITECTURE.md': 'Decision 11.' })).toEqual([
    'domain/a.ts: cites decision 9: there is none',
    'domain/a.ts: cites decision 10: there is none',
    'ARCHITECTURE.md: cites decision 11: there is none',
  ])
})

test('links between pages lead to a page and a heading', () => {
  const good =
    '[states](orders.md#order-states) [here](#top) [8](../decisions/0008-drivers-do-not-cancel.md) [out](https://example.fi/a.md#b)'
  expect(check({ 'docs/rules/a.md': `# Top\n${good}` })).toEqual([])
  expect(check({ 'docs/rules/a.md': '# Top\n[x](orders.md#states) [y](b.md) [z](#bottom)' })).toEqual([
    'docs/rules/a.md: links to orders.md#states: docs/rules/orders.md has no heading #states',
    'docs/rules/a.md: links to b.md: there is no docs/rules/b.md',
    'docs/rules/a.md: links to #bottom: docs/rules/a.md has no heading #bottom',
  ])
})

test('only migrations that have run may cite documents that are not in the repository', () => {
  const files = { 'server/a.sql': '-- RULES section 3', 'server/platform/database/migrations/0001-a.sql': '-- RULES section 3' }
  const fault = 'server/a.sql: cites a document that is not here: RULES; cite docs/rules'
  expect(check(files)).toEqual([fault])
  expect(check({ 'web/a.tsx': '// as SPEC’s table' })).toEqual(['web/a.tsx: cites a document that is not here: SPEC; cite docs/rules'])
  expect(check(files, ['server/a.sql'])).toEqual([])
  expect(check({}, ['server/a.sql'])).toEqual(['tools/architecture.ts: foreignCitations: server/a.sql cites none by now'])
})
