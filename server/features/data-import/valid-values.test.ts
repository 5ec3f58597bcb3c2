// Whatever the registry accepts, a template filled with it is imported without faults, and nothing of it is lost.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataColumn, fieldOf } from '#domain/features/data-import/data-columns.ts'
import { type ImportKind, type ImportKindName, importKinds } from '#domain/features/data-import/import-kinds.ts'
import { fieldText } from '#domain/features/registers/field-text.ts'
import type { Field } from '#domain/model/define-field.ts'
import { parseField } from '#domain/model/validation.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { checkData, dataFile, importedData, newBusinessId } from '#server/testing/imports/data-files.ts'
import { xlsx } from '#server/testing/imports/import-files.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

/** Texts that are stored as they are; a formula's error is a fault of its own. */
const textsOf = (field: Field) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('=1+1', '"', ';', 'a;b', '€ 3"', '-1', 'Ääkkönen, Oy', 'constructor'),
    )
    .filter((text) => {
      const read = parseField(field, text)
      return 'value' in read && read.value === text && !text.includes('\uFFFD') && !text.startsWith('#')
    })

function valuesOf(column: DataColumn): fc.Arbitrary<unknown> {
  const field = fieldOf(column.entity, column.field)
  const fixed: Readonly<Record<string, readonly unknown[]>> = {
    ...{ field_maa: ['FI', 'SE'], field_postinumero: ['00100', '33100', '99999'], puhelin: ['', '+358401234567', '+46812345678'] },
    ...{ email: ['aino@esimerkki.fi'], maksuehto: [1, 14, 30], paino: [0, 0.01, 29.99, 12.5] },
    ...{
      color: ['#1b66c9', '#ffffff'],
      lukitse_paino: [true, false],
      tyyppi: field.kind === 'choice' ? Object.keys(field.values) : [[], ['nouto']],
    },
  }
  const some = fixed[column.field]
  if (some) return fc.constantFrom(...some)
  switch (field.kind) {
    case 'flag':
      return fc.boolean()
    case 'day':
      return fc.constantFrom(0, midnightOf('2027-03-28'), midnightOf('2026-12-24'))
    case 'integer':
      return fc.integer({ min: field.minutes ? 1 : 0, max: Math.min(600, field.max) })
    case 'coordinate':
      return fc.constantFrom(null, 61.4978, 23.761)
    default:
      return fc.oneof(fc.constant(''), textsOf(field))
  }
}

/** Columns whose values a row needs, and which make it different from the others. */
const uniqueColumns: Readonly<Partial<Record<ImportKindName, (index: number) => Record<string, string>>>> = {
  asiakkaat: () => ({ nimi: `Yhtiö ${randomUUID()}`, y_tunnus: newBusinessId() }),
  osoitteet: () => ({ nimi: `Paikka ${randomUUID()}`, osoite: 'Katu 1', postinumero: '33100', postitoimipaikka: 'Tampere' }),
  tuotteet: () => ({ nimi: `Tuote ${randomUUID()}` }),
  tyoreitit: () => ({ reittinro: randomUUID().slice(0, 12) }),
  autot: () => ({ rekisterinumero: randomUUID().slice(0, 12).toUpperCase() }),
}
/** Billing addresses and customers of rows are tried by other tests: their parts need each other. */
const isTried = (column: DataColumn): boolean =>
  column.part === 'rivi' && column.kind !== 'customer' && column.field !== 'lng' && column.field !== 'lat'

test.each(['asiakkaat', 'osoitteet', 'tuotteet', 'autot', 'tyoreitit'] as const)('%s', async (kind) => {
  const { columns, entity }: ImportKind = importKinds[kind]
  const own = uniqueColumns[kind]
  const tried = columns.filter((column) => isTried(column) && !(column.name in (own?.(0) ?? {})))
  const record = fc.record(Object.fromEntries(tried.map((column) => [column.name, valuesOf(column)])))
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), fc.boolean(), async (made, asSheet) => {
      const rows = made.map((values, index) => ({ ...values, ...own?.(index) }))
      const texts = rows.map((row: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(
          columns
            .filter(({ name }) => name in row)
            .map((column) => [column.name, fieldText(fieldOf(column.entity, column.field), row[column.name])]),
        ),
      )
      const used = columns.filter(({ name }) => texts.some((row) => name in row))
      const sheet = [used.map(({ heading }) => heading), ...texts.map((row) => used.map(({ name }) => row[name] ?? ''))]
      const file = asSheet ? { laji: kind, bytes: await xlsx(sheet) } : dataFile(kind, texts)
      expect((await checkData(admin, file)).faults).toEqual([])
      await importedData(admin, file)
      const key = used.find(({ needed }) => needed)
      if (!key) throw new Error(`${kind} needs no column`)
      for (const row of rows as Readonly<Record<string, unknown>>[]) {
        const { rows: stored } = await server.pool.query(`SELECT * FROM "${entity}" WHERE ${key.field} = $1`, [row[key.name]])
        expect(stored).toHaveLength(1)
        for (const column of used) {
          const field = fieldOf(column.entity, column.field)
          const value = field.kind === 'text' || field.kind === 'area' ? stored[0][column.field] : fieldText(field, stored[0][column.field])
          const typed =
            field.kind === 'text' || field.kind === 'area' ? row[column.name] || field.default : fieldText(field, row[column.name])
          expect([column.name, value]).toEqual([column.name, typed])
        }
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
