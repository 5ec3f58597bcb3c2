import { expect, test } from 'vitest'
import { specEntities } from '#domain/testing/spec-entities.ts'
import { missingFiles, missingTests, readPage } from './cited-tests.ts'

const page = readPage('docs/coverage.md')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what |'))
  .map((line) => line.split(' | '))

test('every test that docs/coverage.md names exists', () => {
  expect(missingTests(page)).toEqual([])
})

test('every file that it names exists', () => {
  expect(missingFiles(page)).toEqual([])
})

test('each line says where it is done and what proves it, or what is missing', () => {
  expect(rows.length).toBeGreaterThan(300)
  const proof = /^(?:`[^`]+: "[^`]+"`|\*(?:Partly|Missing):\* .)/
  expect(rows.filter(([, where = '', proven = '']) => !/^`[^`]+`$/.test(where) || !proof.test(proven))).toEqual([])
})

test('each entity of the specification has a line', () => {
  const named = rows.map(([what = '']) => what).join('\n')
  const bundles = Object.values(specEntities).map(({ type }) => type.split('--')[1] ?? type)
  expect(bundles.filter((bundle) => !named.includes(bundle))).toEqual([])
})
