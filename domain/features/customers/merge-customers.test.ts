import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { mergedValues } from './merge-customers.ts'

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

test('the notes of both customers are joined without repetition, if they fit', () => {
  const notes = (lisatiedot: string) => ({ ...emptyCustomer, lisatiedot })
  expect(mergedValues(notes('Soita ensin'), notes('Portti 3')).lisatiedot).toBe('Soita ensin\nPortti 3')
  expect(mergedValues(notes(''), notes('Portti 3')).lisatiedot).toBe('Portti 3')
  expect(mergedValues(notes('Portti 3 ja 4'), notes('Portti 3'))).toEqual({})
  expect(mergedValues(notes('a'.repeat(6000)), notes('b'.repeat(6000)))).toEqual({})
})
