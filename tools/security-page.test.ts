import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/security.md')

/** `file: "test name"` */
const cited = [...page.matchAll(/`([^`\s]+\.(?:test\.ts|spec\.ts)): "([^`]+)"`/g)].map(([, file = '', name = '']) => ({ file, name }))
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

test('every test that docs/security.md names exists', () => {
  expect(cited.length).toBeGreaterThan(100)
  const missing = cited.filter(({ file, name }) => {
    if (!existsSync(join(root, file))) return true
    const source = read(file)
    return !["'", '"', '`'].some((mark) => new RegExp(`\\(\\s*${RegExp.escape(mark + name + mark)}`).test(source))
  })
  expect(missing).toEqual([])
})

test('every file and decision that it names exists', () => {
  const files = [...page.matchAll(/`((?:domain|server|web|e2e|tools)\/[^`\s:]*)`/g)].map(([, path = '']) => path)
  const links = [...page.matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, path = '']) => `docs/${path}`)
  expect([...files, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('each requirement has one line, in order, with the way in which it is met', () => {
  const numbers = rows.map((row) => row.split('|')[1]?.trim() ?? '')
  expect(numbers.length).toBeGreaterThan(200)
  expect(numbers).toEqual([...new Set(numbers)].sort(new Intl.Collator('en', { numeric: true }).compare))
  const proof = /^(?:`[^`]+: "[^`]+"`|\*(?:Code|Partly):\* |Not met: |Does not apply: |As \d)/
  expect(rows.filter((row) => !proof.test(row.split(' | ')[2] ?? ''))).toEqual([])
})
