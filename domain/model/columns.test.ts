import { expect, test } from 'vitest'
import { columnsOf, isList, uniqueIndexOf } from './columns.ts'
import { defineEntity, inverse, many, one } from './define-entity.ts'
import { area, choice, choices, coordinate, day, days, decimal, flag, integer, mark, moment, money, numbers, text } from './define-field.ts'

const entity = defineEntity({
  name: 'laatikko',
  group: 'laatikko',
  bundle: 'laatikko',
  label: 'Laatikko',
  tunniste: { prefix: 'X', of: 'drupal_internal__id' },
  fields: {
    viite: text('Viite'),
    kuvaus: area('Kuvaus'),
    maara: integer('Määrä'),
    paino: decimal('Paino'),
    hinta: money('Hinta'),
    lat: coordinate('Leveysaste', 90),
    avoin: flag('Avoin'),
    luettu: mark('Luettu', 'lukijat'),
    alkaa: moment('Alkaa'),
    paiva: day('Päivä'),
    laji: choice('Laji', { a: 'Eka' }, 'a'),
    kaytot: choices('Käytöt', { a: 'Eka' }),
    viikonpaivat: numbers('Viikonpäivät', { 1: 'ma' }),
    ohitetut: days('Ohitetut'),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas'),
    lukijat: many('user', 'Lukijat'),
    tilaukset: inverse('tilaus', 'laatikko', 'Tilaukset'),
  },
})

test('a table has the base columns, one for each field that is stored, and one for each stored relation', () => {
  expect(columnsOf(entity).map(({ key, name, sqlType }) => [key, name, sqlType])).toEqual([
    ['id', 'id', 'uuid'],
    ['drupal_internal__id', 'drupal_internal__id', 'bigint'],
    ['vid', 'vid', 'bigint'],
    ['name', 'name', 'text'],
    ['status', 'status', 'smallint'],
    ['created', 'created', 'bigint'],
    ['changed', 'changed', 'bigint'],
    ['revision_created', 'revision_created', 'bigint'],
    ['revision_log_message', 'revision_log_message', 'text'],
    ['viite', 'viite', 'text'],
    ['kuvaus', 'kuvaus', 'text'],
    ['maara', 'maara', 'integer'],
    ['paino', 'paino', 'numeric'],
    ['hinta', 'hinta', 'numeric'],
    ['lat', 'lat', 'double precision'],
    ['avoin', 'avoin', 'boolean'],
    ['alkaa', 'alkaa', 'bigint'],
    ['paiva', 'paiva', 'bigint'],
    ['laji', 'laji', 'text'],
    ['kaytot', 'kaytot', 'text[]'],
    ['viikonpaivat', 'viikonpaivat', 'bigint[]'],
    ['ohitetut', 'ohitetut', 'bigint[]'],
    ['asiakas', 'asiakas_id', 'uuid'],
    ['lukijat', 'lukijat_ids', 'uuid[]'],
  ])
})

test('exactly the columns of an array type are lists', () => {
  for (const column of columnsOf(entity)) expect(isList(column), column.key).toBe(column.sqlType.endsWith('[]'))
})

test('the unique index of a field is named after its table and the field', () => {
  expect(uniqueIndexOf('auto', 'rekisterinumero')).toBe('auto_rekisterinumero')
})
