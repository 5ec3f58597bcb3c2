// The registry, the migrated database and docs/entities.md must agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnsOf, uniqueIndexOf } from '#domain/model/columns.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { entitiesPage } from './entities-page.ts'

const entities: Readonly<Record<EntityName, Entity>> = registry
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(() => database.drop())

// As information_schema calls the types that our migrations write.
const udtNames: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'uuid[]': '_uuid',
  text: 'text',
  'text[]': '_text',
  bigint: 'int8',
  'bigint[]': '_int8',
  integer: 'int4',
  smallint: 'int2',
  numeric: 'numeric',
  'double precision': 'float8',
  boolean: 'bool',
  jsonb: 'jsonb',
}

describe.each(entityNames)('%s', (name) => {
  const entity = entities[name]

  test('has exactly the columns of its definition', async () => {
    const { rows } = await pool.query(
      'SELECT column_name AS name, udt_name AS type, is_nullable AS nullable FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
      [name],
    )
    const expected = columnsOf(entity).map((column) => {
      const relation = entity.relations[column.key]
      const mayBeMissing = column.kind === 'coordinate' || (column.kind === 'reference' && !(relation?.kind === 'one' && relation.required))
      return { name: column.name, type: udtNames[column.sqlType], nullable: mayBeMissing ? 'YES' : 'NO' }
    })
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(rows.sort(byName)).toEqual(expected.sort(byName))
  })

  test('refers to the tables of its relations, and each reference is indexed', async () => {
    const { rows } = await pool.query<{ column: string; target: string }>(
      `SELECT a.attname AS column, c.confrelid::regclass::text AS target FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.contype = 'f' AND c.conrelid = to_regclass($1)`,
      [`"${name}"`],
    )
    const references = Object.entries(entity.relations).flatMap(([key, relation]) =>
      relation.kind === 'one' ? [`${key}_id ${relation.to}`] : [],
    )
    expect(rows.map(({ column, target }) => `${column} ${target.replaceAll('"', '')}`).sort()).toEqual(references.sort())
    const indexed = await pool.query<{ column: string }>(
      'SELECT DISTINCT a.attname AS column FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indrelid = to_regclass($1)',
      [`"${name}"`],
    )
    const leading = new Set(indexed.rows.map(({ column }) => column))
    expect(rows.map(({ column }) => column).filter((column) => !leading.has(column))).toEqual([])
  })

  test('its unique fields have unique indexes, and no other field has one', async () => {
    const { rows } = await pool.query<{ index: string; column: string; condition: string }>(
      `SELECT i.indexrelid::regclass::text AS index, pg_get_indexdef(i.indexrelid, 1, true) AS column, pg_get_expr(i.indpred, i.indrelid) AS condition
       FROM pg_index i WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NOT NULL`,
      [`"${name}"`],
    )
    // A column, or the column in lower case.
    const onFields = rows.flatMap(({ column, ...row }) => {
      const field = /^(?:lower\()?"?(\w+)"?\)?$/.exec(column)?.[1] ?? ''
      return entity.fields[field] ? [{ ...row, field }] : []
    })
    const unique = Object.entries(entity.fields).filter(([, field]) => 'unique' in field && field.unique)
    expect(onFields.map(({ index }) => index).sort()).toEqual(unique.map(([field]) => uniqueIndexOf(name, field)).sort())
    for (const { field, condition } of onFields) {
      const shape = entity.fields[field]
      expect(condition).toContain('status = 1')
      if (!(shape && 'required' in shape && shape.required)) expect(condition).toContain(`${field} <> ''`)
    }
  })
})

test('the four types of hourly work have their fixed numbers (rules/prices.md#hourly-types)', async () => {
  const { rows } = await pool.query<{ number: number; name: string }>(
    'SELECT drupal_internal__id::int AS number, name FROM tuntituote_tyyppi ORDER BY 1',
  )
  expect(rows.map(({ number, name }) => `${number} ${name}`)).toEqual(['1 pullakaappi', '2 atego', '3 antos', '4 muu'])
})

test('docs/entities.md is the page generated from the registry', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'entities.md'), 'utf8')
  expect(page, 'Run: node_modules/.bin/node tools/write-entities-page.ts').toBe(entitiesPage())
})
