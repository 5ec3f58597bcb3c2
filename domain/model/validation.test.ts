import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { firstValidDay, firstValidMoment, lastMoment, midnightOf } from '../values/time/time.ts'
import {
  area,
  choice,
  choices,
  coordinate,
  day,
  days,
  decimal,
  flag,
  integer,
  json,
  mark,
  moment,
  numbers,
  sequence,
  text,
} from './define-field.ts'
import { parseField } from './validation.ts'

const line = text('Rivi')
const field = area('Alue')
const refused = { fault: 'Tekstissä on merkkejä, joita ei voi tallentaa.' }

describe('pasted text', () => {
  test.each([
    ['Katu\t1', 'Katu 1'],
    ['\t33100\t', '33100'],
    ['\u202akuva\u202egpj.exe\u202c', 'kuvagpj.exe'],
    ['\u2066a\u2067b\u2068c\u2069', 'abc'],
    [' \u202e ', ''],
  ])('%j becomes %j', (input, value) => expect(parseField(line, input)).toEqual({ value }))

  test('keeps its tabs and line breaks in a text area', () => {
    expect(parseField(field, 'a\tb\n\u202ec')).toEqual({ value: 'a\tb\nc' })
  })

  test.each(['a\nb', 'a\u0000b', 'a\u001bb', 'a\ud800b'])('%j is rejected in a single-line field', (input) => {
    expect(parseField(line, input)).toEqual(refused)
  })

  test('is stored in a form that does not change when it is sent again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(line, field), (input, kind) => {
        const read = parseField(kind, input)
        if ('value' in read) expect(parseField(kind, read.value)).toEqual(read)
      }),
    )
  })
})

const latitude = coordinate('Leveysaste', 90)
const whole = integer('Määrä', { min: 1, max: 5 })
const kilos = decimal('Paino', { min: 0.5, max: 10 })
const kind = choice('Laji', { '': 'Ei mitään', a: 'Eka', b: 'Toka' }, '')
const strict = choice('Laji', { a: 'Eka', b: 'Toka' }, 'a')
const uses = choices('Käyttö', { a: 'Eka', b: 'Toka' }, [], { ignored: ['vanha'] })
const weekdays = numbers('Päivät', { 1: 'ma', 2: 'ti', 3: 'ke' })
const midnight = midnightOf('2026-03-29')
const code = text('Koodi', { check: (typed) => (/^[a-z]+$/i.test(typed) ? { value: typed.toUpperCase() } : { fault: 'Vain kirjaimia.' }) })

describe('a value is accepted', () => {
  test.each([
    [text('Nimi', { max: 2 }), 'ab', 'ab'],
    // Two characters outside the basic plane take four units.
    [text('Nimi', { max: 2 }), '🚚🚚', '🚚🚚'],
    [text('Nimi', { max: 2, cut: true }), 'a bc', 'a'],
    [text('Nimi'), null, ''],
    [whole, 1, 1],
    [whole, 5, 5],
    [kilos, 0.5, 0.5],
    [kilos, 10, 10],
    [kilos, 1.006, 1.01],
    [integer('Luku'), null, 0],
    [latitude, 90, 90],
    [latitude, -90, -90],
    [latitude, 0, 0],
    [latitude, null, null],
    [flag('Lippu'), true, true],
    [flag('Lippu'), false, false],
    [flag('Lippu'), 1, true],
    [flag('Lippu'), 0, false],
    [flag('Lippu'), null, false],
    [mark('Nähty', 'nahneet'), true, true],
    [moment('Aika'), null, 0],
    [moment('Aika'), 0, 0],
    [moment('Aika'), firstValidMoment, firstValidMoment],
    [moment('Aika'), lastMoment, lastMoment],
    [day('Päivä'), midnight + 3600, midnight],
    [day('Päivä'), firstValidDay, firstValidDay],
    [day('Päivä'), null, 0],
    [kind, null, ''],
    [kind, 'b', 'b'],
    [uses, ['b', 'vanha', 'a', 'b'], ['b', 'a']],
    [uses, null, []],
    [weekdays, [3, 1, 3], [1, 3]],
    [weekdays, null, []],
    [days('Ohitetut'), [midnight + 90_000, midnight + 60], [midnight, midnightOf('2026-03-30')]],
    [days('Ohitetut'), null, []],
    [code, 'abc', 'ABC'],
    [code, '', ''],
  ] as const)('%# %o: %j', (of, input, value) => expect(parseField(of, input)).toEqual({ value }))
})

describe('a value is rejected with a sentence', () => {
  const time = 'Anna aika sekunteina (unix).'
  const early = 'Päivä ei kelpaa. Aikaisin sallittu vuosi on 1971.'
  test.each([
    [text('Nimi', { max: 2 }), 'abc', 'Tekstin enimmäispituus on 2 merkkiä.'],
    [text('Nimi'), 5, 'Anna teksti.'],
    [text('Nimi', { required: true }), null, 'Kenttä on pakollinen.'],
    [text('Nimi', { required: true }), '  ', 'Kenttä on pakollinen.'],
    [whole, 0, 'Anna luku, joka on vähintään 1.'],
    [whole, 6, 'Anna luku, joka on enintään 5.'],
    [whole, 1.5, 'Anna kokonaisluku.'],
    [whole, '3', 'Anna luku.'],
    [whole, Number.NaN, 'Anna luku.'],
    [whole, Number.POSITIVE_INFINITY, 'Anna luku.'],
    [kilos, 0.4, 'Anna luku, joka on vähintään 0,5.'],
    [latitude, 90.1, 'Anna luku väliltä -90…90.'],
    [latitude, -90.1, 'Anna luku väliltä -90…90.'],
    [latitude, '60', 'Anna luku väliltä -90…90.'],
    [flag('Lippu'), 'true', 'Anna true tai false.'],
    [flag('Lippu'), 2, 'Anna true tai false.'],
    [mark('Nähty', 'nahneet'), 'x', 'Anna true tai false.'],
    [moment('Aika'), '0', time],
    [moment('Aika'), 1.5, time],
    [moment('Aika'), firstValidMoment - 1, early],
    [moment('Aika'), lastMoment + 1, early],
    [day('Päivä'), 1.5 + firstValidMoment, time],
    [day('Päivä'), '2026-03-29', time],
    [day('Päivä'), firstValidDay - 1, early],
    [strict, null, 'Valitse jokin: Eka, Toka.'],
    [strict, 'c', 'Valitse jokin: Eka, Toka.'],
    [strict, 'toString', 'Valitse jokin: Eka, Toka.'],
    [strict, ['a'], 'Valitse jokin: Eka, Toka.'],
    [uses, ['a', 'c'], 'Valitse näistä: Eka, Toka.'],
    [uses, ['a', 1], 'Valitse näistä: Eka, Toka.'],
    [uses, 'a', 'Valitse näistä: Eka, Toka.'],
    [weekdays, [1, 4], 'Anna luettelo luvuista 1…3.'],
    [weekdays, [0], 'Anna luettelo luvuista 1…3.'],
    [weekdays, [1.5], 'Anna luettelo luvuista 1…3.'],
    [weekdays, 1, 'Anna luettelo luvuista 1…3.'],
    [days('Ohitetut'), [midnight, 0], 'Anna luettelo päivistä sekunteina (unix).'],
    [sequence('Numero', 1), 5, 'Palvelin antaa numeron.'],
    [code, 'a1', 'Vain kirjaimia.'],
    [days('Ohitetut'), ['x'], 'Anna luettelo päivistä sekunteina (unix).'],
    [days('Ohitetut'), midnight, 'Anna luettelo päivistä sekunteina (unix).'],
  ] as const)('%# %o: %j', (of, input, fault) => expect(parseField(of, input)).toEqual({ fault }))
})

test('a list has at most 1000 values, equal ones included', () => {
  const many = (value: number, length: number) => Array<number>(length).fill(value)
  expect(parseField(weekdays, many(2, 1000))).toEqual({ value: [2] })
  expect(parseField(weekdays, many(2, 1001))).toEqual({ fault: 'Anna luettelo luvuista 1…3.' })
  expect(parseField(days('Ohitetut'), many(midnight, 1000))).toEqual({ value: [midnight] })
  expect(parseField(days('Ohitetut'), many(midnight, 1001))).toEqual({ fault: 'Anna luettelo päivistä sekunteina (unix).' })
})

test('a structure is accepted as its schema says, and nothing is its default', () => {
  const shares = json('Osuudet', { schema: z.array(z.number()), default: [100], fault: 'Osuudet eivät kelpaa.', show: String })
  expect(parseField(shares, [60, 40])).toEqual({ value: [60, 40] })
  expect(parseField(shares, null)).toEqual({ value: [100] })
  expect(parseField(shares, ['x'])).toEqual({ fault: 'Osuudet eivät kelpaa.' })
})
