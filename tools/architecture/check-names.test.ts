import { expect, test } from 'vitest'
import { checkNames } from './check-names.ts'

const glossary = [
  '# Glossary',
  '## Roles',
  '| Finnish | English |',
  '|---|---|',
  '| `huolto` | `maintenance` |',
  '## Say, not',
  '| say | not |',
  '|---|---|',
  '| max | `most…` |',
  '| style | `…look` |',
  '| staff | `house`, `=Asked=` |',
].join('\n')
const check = (files: Record<string, string>) => checkNames(new Map(Object.entries({ 'docs/glossary.md': glossary, ...files })))
const refusal = (name: string) => `web/a.ts: exports ${name}: docs/glossary.md says another word`

test('an exported name does not use a refused word', () => {
  const source = 'export const mostRows = 1\nexport type StatusLook = 1\nexport async function startHouse() {}\nexport type Asked = 1'
  expect(check({ 'web/a.ts': source })).toEqual(['mostRows', 'StatusLook', 'startHouse', 'Asked'].map(refusal))
})

test('the position of the word matters, and only exported names of the product are checked', () => {
  const source = 'export const almostAll = 1\nexport const lookUp = 1\nexport const allMost = 1\nexport const AskedFor = 1\nconst house = 1'
  expect(check({ 'web/a.ts': source, 'web/a.test.ts': 'export const house = 1', 'bench/a.ts': 'export const house = 1' })).toEqual([])
})
