import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { lostValues, mergedValues } from './merge-customers.ts'

const emptyCustomer = blankRow('asiakas')

test('the remaining customer keeps its own values and takes missing ones from the removed customer', () => {
  const remaining = { ...emptyCustomer, y_tunnus: '0116297-6', vuokrattava_tila_hinta: 12, nouto_osoite: ['a', 'b'] }
  const removed = {
    ...emptyCustomer,
    y_tunnus: '1572860-0',
    talenom_asiakasnumero: '77',
    vuokrattava_tila_hinta: 99,
    kayntiosoite: 'c',
    nouto_osoite: ['b', 'c'],
  }
  expect(mergedValues(remaining, removed)).toEqual({ talenom_asiakasnumero: '77', kayntiosoite: 'c', nouto_osoite: ['a', 'b', 'c'] })
  expect(mergedValues(removed, removed)).toEqual({})
})

test.each(['vuokrattava_hyllypaikka_fin_hinta', 'vuokrattava_hyllypaikka_eur_hinta', 'vuokrattava_tila_hinta'] as const)(
  'a missing rental price is taken over, and its own is kept: %s',
  (field) => {
    const [own, other] = [
      { ...emptyCustomer, [field]: 12 },
      { ...emptyCustomer, [field]: 99 },
    ]
    expect(mergedValues(emptyCustomer, other)).toEqual({ [field]: 99 })
    expect(mergedValues(own, other)).toEqual({})
    expect(lostValues(own, other)).toEqual([{ kentta: field, arvo: 99 }])
    expect(lostValues(own, emptyCustomer)).toEqual([])
  },
)

test('the notes of both customers are joined without repetition, if they fit', () => {
  const notes = (lisatiedot: string) => ({ ...emptyCustomer, lisatiedot })
  expect(mergedValues(notes('Soita ensin'), notes('Portti 3')).lisatiedot).toBe('Soita ensin\nPortti 3')
  expect(mergedValues(notes(''), notes('Portti 3')).lisatiedot).toBe('Portti 3')
  expect(mergedValues(notes('Portti 3 ja 4'), notes('Portti 3'))).toEqual({})
  expect(mergedValues(notes('Portti 3'), notes(''))).toEqual({})
  const [half, fitting] = ['a'.repeat(5000), 'b'.repeat(4999)]
  expect(mergedValues(notes(half), notes(fitting)).lisatiedot).toBe(`${half}\n${fitting}`)
  expect(mergedValues(notes(half), notes(`${fitting}b`))).toEqual({})
})

test('values of the removed customer that the remaining one does not take over are listed', () => {
  const remaining = { ...emptyCustomer, y_tunnus: '0116297-6', lisatiedot: 'a'.repeat(9999) }
  const removed = {
    ...emptyCustomer,
    ...{ tyyppi: 'yksityinen' as const, y_tunnus: '1572860-0', talenom_asiakasnumero: '77', lisatiedot: 'Portti 3', maksuehto: 0 },
    ...{ saa_jattaa: true, kayntiosoite: 'c', vuokrattava_tila_hinta: 12 },
  }
  expect(lostValues(remaining, removed)).toEqual([
    { kentta: 'tyyppi', arvo: 'yksityinen' },
    { kentta: 'y_tunnus', arvo: '1572860-0' },
    { kentta: 'lisatiedot', arvo: 'Portti 3' },
    { kentta: 'maksuehto', arvo: 0 },
    { kentta: 'saa_jattaa', arvo: true },
  ])
  expect(lostValues(removed, removed)).toEqual([])
  expect(lostValues({ ...removed, lisatiedot: 'Portti 3 ja 4' }, { ...removed, maksuehto: 0, y_tunnus: '' })).toEqual([])
})
