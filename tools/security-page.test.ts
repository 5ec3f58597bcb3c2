import { expect, test } from 'vitest'
import { citedTests, missingFiles, missingTests, readPage } from './pages/cited-tests.ts'

const page = readPage('docs/security.md')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

test('every test that docs/security.md names exists', () => {
  expect(citedTests(page).length).toBeGreaterThan(100)
  expect(missingTests(page)).toEqual([])
})

test('every file and decision that it names exists', () => {
  expect(missingFiles(page)).toEqual([])
})

test('each requirement has one line, in order, with the way in which it is met', () => {
  const numbers = rows.map((row) => row.split('|')[1]?.trim() ?? '')
  expect(numbers.length).toBeGreaterThan(200)
  expect(numbers).toEqual([...new Set(numbers)].sort(new Intl.Collator('en', { numeric: true }).compare))
  const proof = /^(?:`[^`]+: "[^`]+"`|\*(?:Code|Partly):\* |Not met: |Does not apply: |As \d)/
  expect(rows.filter((row) => !proof.test(row.split(' | ')[2] ?? ''))).toEqual([])
})
