// The types of the tables do not exist at run time: these tests compare them with the database.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { columnsOf } from '#domain/model/columns.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { anyOf, db, type ParameterOf, runQuery, statement } from './query.ts'
import type { Database, TechnicalTables } from './tables.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(() => database.drop())

type PgType<T> = T extends string
  ? 'text' | 'uuid' | 'xid8'
  : T extends number
    ? 'int2' | 'int4' | 'int8' | 'float8' | 'numeric'
    : T extends boolean
      ? 'bool'
      : T extends readonly string[]
        ? '_uuid' | 'jsonb'
        : 'jsonb'
/** The columns of a table by its types. The compiler refuses a column that is missing, wrong or superfluous. */
type Described<T> = { [C in keyof T]: `${PgType<NonNullable<T[C]>>}${null extends T[C] ? (unknown extends T[C] ? '' : ' or null') : ''}` }

const technical: { [T in keyof TechnicalTables]: Described<Selectable<TechnicalTables[T]>> } = {
  asetus: { avain: 'text', arvo: 'jsonb', muutettu: 'int8', kayttaja: 'uuid or null' },
  asetusmuutos: { id: 'int8', avain: 'text', ennen: 'jsonb', jalkeen: 'jsonb', aika: 'int8', kayttaja: 'uuid or null' },
  lahteva_tekstiviesti: {
    id: 'uuid',
    luotu: 'int8',
    laji: 'text',
    lahettaja_id: 'uuid or null',
    vastaanottaja_id: 'uuid',
    numero: 'text',
    teksti: 'text',
    osia: 'int4',
    tila: 'text',
    yrityksia: 'int4',
    lahetetty: 'int8',
    toimitettu: 'int8',
    palvelun_tunnus: 'text',
    virhe: 'text',
    tilaukset: '_uuid',
    jakso_alku: 'int8',
    jakso_loppu: 'int8',
  },
  calendar_link: { user_id: 'uuid', token_hash: 'text', made: 'int8', last_read: 'int8' },
  push_announced: { person_id: 'uuid', kind: 'text', subject: 'uuid', announced: 'int8' },
  hakusana: { sana: 'text' },
  uusi_ajo: { kuljettaja_id: 'uuid', tilaus_id: 'uuid', luotu: 'int8' },
  lahteva_posti: {
    id: 'uuid',
    laji: 'text',
    vastaanottaja: 'text',
    luotu: 'int8',
    tila: 'text',
    yrityksia: 'int4',
    lahetetty: 'int8',
    virhe: 'text',
    aihe: 'text',
    teksti: 'text',
    tilaus_id: 'uuid or null',
    liite_id: 'uuid or null',
    lahettaja_id: 'uuid or null',
    viesti: 'text',
    muoto: 'text',
    seurantalinkki_id: 'uuid or null',
    dokumentti_id: 'uuid or null',
    lasku_id: 'uuid or null',
    palkka_aineisto_id: 'uuid or null',
  },
  palkka_aineisto: {
    ...{ id: 'uuid', luotu: 'int8', lahettaja_id: 'uuid', muoto: 'text', alku: 'int8', loppu: 'int8' },
    ...{ tiedosto: 'text', sisalto: 'text', kirjaukset_ids: '_uuid' },
  },
  lasku_tilaus: { tilaus_id: 'uuid', lasku_id: 'uuid', voimassa: 'bool' },
  lasku_sisalto: { lasku_id: 'uuid', sisalto: 'jsonb' },
  ilmoitusasetus: { kayttaja_id: 'uuid', uudet_tilaukset: 'bool', epaonnistuneet: 'bool', vikailmoitukset: 'bool' },
  ohitettu_tapahtuma: { kayttaja_id: 'uuid', rivi: 'uuid', aika: 'int8' },
  paikannusyritys: { rivi: 'uuid', vid: 'int8' },
  postinumero: { maa: 'text', postinumero: 'text', paikka: 'text', haku: 'text', lat: 'float8', lng: 'float8' },
  revisio: {
    id: 'int8',
    entiteetti: 'text',
    rivi: 'uuid',
    vid: 'int8',
    aika: 'int8',
    kayttaja: 'uuid or null',
    syy: 'text',
    muutokset: 'jsonb',
    tapahtuma: 'xid8',
  },
  seurantalinkki: {
    id: 'uuid',
    tilaus_id: 'uuid',
    paikka: 'text',
    linkki: 'uuid',
    kaytossa: 'bool',
    avattu: 'int4',
    viimeksi_avattu: 'int8',
  },
  tuonti: { asiakas_id: 'uuid', tiiviste: 'text', aika: 'int8', kayttaja: 'uuid' },
  price_list_change: {
    ...{ id: 'uuid', made: 'int8', user_id: 'uuid', starts: 'int8', percent: 'numeric', fuel_surcharge: 'numeric or null' },
    ...{ list_ids: '_uuid', undone: 'int8' },
  },
  tietotuonti: { laji: 'text', tiiviste: 'text', aika: 'int8', kayttaja: 'uuid' },
}

test.each(Object.entries(technical))('%s has the columns of its type', async (name, columns) => {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name || CASE is_nullable WHEN 'YES' THEN ' or null' ELSE '' END AS type
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`,
    [name],
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.type]))).toEqual(columns)
})

const entities: Readonly<Record<EntityName, Entity>> = registry

describe('the table of an entity', () => {
  test.each(entityNames)('%s is read by the names that the types derive from', async (name) => {
    await expect(
      pool.query(`SELECT ${columnsOf(entities[name]).map((column) => `"${column.name}"`)} FROM "${name}" LIMIT 0`),
    ).resolves.toBeDefined()
  })

  test('has its columns typed by the kinds of its fields', () => {
    type Order = Selectable<Database['tilaus']>
    expectTypeOf<Order['tilausnro']>().toEqualTypeOf<number>()
    expectTypeOf<Order['hinta']>().toEqualTypeOf<number>()
    expectTypeOf<Order['avoin']>().toEqualTypeOf<boolean>()
    expectTypeOf<Order['tilauksen_tila']>().toEqualTypeOf<'uusi' | 'kuljetuksessa' | 'toimitettu' | 'laskutettu'>()
    expectTypeOf<Order['asiakas_id']>().toEqualTypeOf<string>()
    expectTypeOf<Order['tilaus_ryhma_id']>().toEqualTypeOf<string | null>()
    expectTypeOf<Selectable<Database['lahetys']>['kuvat_ids']>().toEqualTypeOf<string[]>()
    expectTypeOf<Selectable<Database['reitti']>['viikonpaivat']>().toEqualTypeOf<number[]>()
    expectTypeOf<Selectable<Database['postiosoite']>['lat']>().toEqualTypeOf<number | null>()
    // Neither a mark nor the inverse of a reference has a column.
    expectTypeOf<Database['notification']>().not.toHaveProperty('is_dismissed')
    expectTypeOf<Database['tilaus']>().not.toHaveProperty('lahetykset')
  })

  test('is written only by the engine', () => {
    expectTypeOf<keyof Insertable<Database['tilaus']>>().toBeNever()
    expectTypeOf<keyof Updateable<Database['tilaus']>>().toBeNever()
  })
})

/** A value of each type that a column of an entity has. */
const typed = {
  uuid: [`'7b0c3a54-6d0e-4f0a-9d57-1d1d3f6f0001'`, '7b0c3a54-6d0e-4f0a-9d57-1d1d3f6f0001'],
  smallint: ['1', 1],
  integer: ['2147483647', 2_147_483_647],
  bigint: ['1790000000000', 1_790_000_000_000],
  numeric: ['9999999.99', 9_999_999.99],
  'double precision': ['60.17', 60.17],
  boolean: ['true', true],
  text: [`'a'`, 'a'],
  'text[]': [`'{a,b}'`, ['a', 'b']],
  'uuid[]': [`'{7b0c3a54-6d0e-4f0a-9d57-1d1d3f6f0001}'`, ['7b0c3a54-6d0e-4f0a-9d57-1d1d3f6f0001']],
  'bigint[]': [`'{1,1790000000000}'`, [1, 1_790_000_000_000]],
  jsonb: [`'{"a":1}'`, { a: 1 }],
} as const

test('every type of an entity has an example', () => {
  const types = new Set(entityNames.flatMap((name) => columnsOf(entities[name]).map(({ sqlType }) => sqlType)))
  expect([...types].filter((type) => !Object.hasOwn(typed, type))).toEqual([])
})

test.each(Object.entries(typed))('a query returns %s as its type says', async (type, [literal, value]) => {
  const rows = await runQuery(pool, db.selectNoFrom(sql.raw(`${literal}::${type}`).as('value')))
  expect(rows).toEqual([{ value }])
})

test('an empty list of numbers is empty', async () => {
  expect(await runQuery(pool, db.selectNoFrom(sql`'{}'::bigint[]`.as('value')))).toEqual([{ value: [] }])
})

describe('the text of a query', () => {
  test('contains numbers and booleans; all other values are parameters', () => {
    const query = db.selectFrom('tilaus').select('id').where('status', '=', 1).where('avoin', '=', true).where('name', '=', `x' OR '1`)
    expect(query.compile()).toMatchObject({
      sql: 'select "id" from "tilaus" where "status" = 1 and "avoin" = true and "name" = $1',
      parameters: [`x' OR '1`],
    })
  })

  test('contains all constants of a statement, and one parameter for each name', async () => {
    const orders = statement(
      (parameter: ParameterOf<{ ids: readonly string[]; day: number }>) =>
        db
          .selectFrom('tilaus')
          .select('id')
          .where('tilauksen_tila', 'in', ['uusi', 'toimitettu'])
          .where('toivottu_toimitus', '<', parameter('day'))
          .where(({ eb, or }) => or([eb('id', '=', anyOf(parameter('ids'))), eb('asiakas_id', '=', anyOf(parameter('ids')))])),
      'orders',
    )
    const client = await pool.connect()
    try {
      expect(await orders(client, { ids: ['7b0c3a54-6d0e-4f0a-9d57-1d1d3f6f0001'], day: 7 })).toEqual([])
      const { rows } = await client.query(
        `SELECT statement, parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'orders'`,
      )
      const text = `select "id" from "tilaus" where "tilauksen_tila" in ('uusi', 'toimitettu') and "toivottu_toimitus" < $1 and ("id" = any($2) or "asiakas_id" = any($2))`
      expect(rows).toEqual([{ statement: text, types: ['bigint', 'uuid[]'] }])
    } finally {
      client.release()
    }
  })
})
