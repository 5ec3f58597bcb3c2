import { expect, test } from 'vitest'
import { z } from 'zod'
import { dryRunOutput, importInput } from './import-call.ts'

const input = z.strictObject(importInput(['viite', 'paino']))
const faultOf = (values: object) => input.safeParse(values).error?.issues.map(({ message }) => message)

test('a file is imported for good and once, unless the call says otherwise', () => {
  expect(input.parse({ base64: 'QQ==' })).toEqual({ base64: 'QQ==', tarkista: false, otsikot: {}, uudelleen: false })
})

test('a heading maps to a column of the import, or to none', () => {
  const otsikot = { Kilot: 'paino', Huom: '' }
  expect(input.parse({ base64: 'QQ==', otsikot }).otsikot).toEqual(otsikot)
  expect(faultOf({ base64: 'QQ==', otsikot: { Kilot: 'pituus' } })).toEqual(['Tuntematon sarake.'])
  expect(faultOf({ base64: 'QQ==', otsikot: [] })).toEqual(['Anna otsikot oliona.'])
})

test.each([
  [{}, 'Anna tiedosto base64-muodossa.'],
  [{ base64: '' }, 'Tiedosto puuttuu.'],
  [{ base64: 'QQ==', tarkista: 1 }, 'Anna true tai false.'],
  [{ base64: 'QQ==', uudelleen: 'x' }, 'Anna true tai false.'],
])('%j is refused: %s', (values, fault) => expect(faultOf(values)).toEqual([fault]))

test('a fault of a dry run is in a column of the import, or in the row as a whole', () => {
  const output = z.strictObject(dryRunOutput(['viite', 'paino']))
  const answer = { success: true, sarakkeet: ['viite'], rivit: [{ rivi: 2, solut: ['A'] }], tuntemattomat: [], tuotu: 0 }
  const faulty = (sarake: string) => output.safeParse({ ...answer, virheet: [{ rivi: 2, sarake, viesti: 'Puuttuu.' }] }).success
  expect(['', 'paino', 'pituus'].map(faulty)).toEqual([true, true, false])
})
