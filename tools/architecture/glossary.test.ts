import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '#domain/model/define-field.ts'
import { entityNames, registry } from '#domain/model/registry.ts'
import { codeIn, tableUnder } from './check-names.ts'

const root = join(import.meta.dirname, '../..')
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const table = (heading: string) => tableUnder(glossary, heading)
/** The Finnish terms of a table. */
const termsOf = (heading: string): string[] => table(heading).flatMap(([terms = '']) => codeIn(terms))

describe('the glossary has', () => {
  test('every entity of the registry, once', () => {
    expect(termsOf('Entities').sort()).toEqual([...entityNames].sort())
  })

  test('every folder of a feature', () => {
    const folders = ['domain', 'server', 'web'].flatMap((name) => readdirSync(join(root, name, 'features')))
    expect(termsOf('Features')).toEqual(expect.arrayContaining(folders))
  })

  test('every word of a field or relation', () => {
    const known = new Set([...termsOf('Entities'), ...termsOf('States and kinds'), ...termsOf('Fields')].flatMap((term) => term.split('_')))
    const keys = entityNames.flatMap((name) => Object.keys({ ...registry[name].fields, ...registry[name].relations }))
    const words = new Set(keys.flatMap((key) => key.replaceAll(/\d/g, '').split('_')))
    expect([...words].filter((word) => word !== '' && !known.has(word))).toEqual([])
  })

  test('every state, type and reason', () => {
    const values = entityNames.flatMap((name) =>
      Object.entries<Field>(registry[name].fields).flatMap(([key, field]) =>
        'values' in field && !key.startsWith('laskutus') ? Object.keys(field.values) : [],
      ),
    )
    const known = [...termsOf('States and kinds'), ...termsOf('Roles')]
    expect([...new Set(values)].filter((value) => value !== '' && !known.includes(value))).toEqual([])
  })
})

describe('each English name is used in the code', () => {
  let code = ''
  beforeAll(() => {
    const paths = ['domain', 'server', 'web'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => join(folder, path)),
    )
    code = paths.flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]).join('\n')
  })

  test.each(['Entities', 'States and kinds', 'Roles', 'Fields', 'Other words'])('%s', (heading) => {
    const names = table(heading).flatMap(([, english = '']) => english.split(', '))
    const isUsed = (name: string) => new RegExp(name.split(' ').join('[-_ ]?'), 'i').test(code)
    expect(names.filter((name) => !isUsed(name))).toEqual([])
  })
})
