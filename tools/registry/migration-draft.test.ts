import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineEntity } from '#domain/model/define-entity.ts'
import { text } from '#domain/model/define-field.ts'
import { registry } from '#domain/model/registry.ts'
import { migrationDraft } from './migration-draft.ts'

const cardWith = (prefix: string) =>
  defineEntity({
    name: 'kortti',
    group: 'kortti',
    bundle: 'kortti',
    label: 'Kortti',
    tunniste: { prefix, of: 'drupal_internal__id' },
    fields: { numero: text('Numero', { required: true, unique: true }), lisanumero: text('Lisänumero', { unique: true }) },
    relations: {},
    search: { text: ['name'], codes: ['numero'], exact: ['tunniste', 'numero'] },
  })
const draftOf = (prefix: string, names: readonly string[] = ['kortti']) => migrationDraft({ ...registry, kortti: cardWith(prefix) }, names)

test('a unique field gets an index without removed rows and empty texts', () => {
  const draft = draftOf('KOR')
  expect(draft).toContain('CREATE UNIQUE INDEX kortti_numero ON "kortti" (numero) WHERE status = 1;')
  expect(draft).toContain(`CREATE UNIQUE INDEX kortti_lisanumero ON "kortti" (lisanumero) WHERE lisanumero <> '' AND status = 1;`)
})

test('a field that is listed both in codes and in exact is searched once', () => {
  expect(draftOf('KOR').match(/concat_ws\(' ', (.*?)\), ARRAY/)?.[1]).toBe(
    `r."name", r."numero", haku_tunnus(r."numero"), haku_tunnus('KOR' || r."drupal_internal__id")`,
  )
  expect(draftOf('KOR')).toContain('WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."numero" IS DISTINCT FROM NEW."numero")')
})

test('a prefix of another entity is refused, with both names', () => {
  expect(() => draftOf('AU')).toThrow('auto and kortti both have the tunniste prefix AU')
})

test('an unknown entity ends the command with a sentence', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../draft-migration.ts'), 'olematon'], {
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: 'domain/model/registry.ts has no entity "olematon".\n' })
})

test('the command says where the draft belongs', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../draft-migration.ts'), 'auto'], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stderr).toMatch(/Save it as server\/platform\/database\/migrations\/\d{4}-<what it adds>\.sql/)
})
