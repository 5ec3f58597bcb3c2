import { describe, expect, test } from 'vitest'
import { nowSeconds } from '#web/session/clock.ts'
import { idsToRead, outcomeOf, type SentInvoice, withFound } from './sending.ts'
import type { SentOrder } from './sending-store.ts'

const ids = Array.from({ length: 1000 }, (_, index) => `i${index}`)
const invoice = (id: string, tila: SentInvoice['tila'], virhe = '', jarjestelma: SentInvoice['jarjestelma'] = 'fivaldi'): SentInvoice => ({
  ...{ id, tunniste: id, tila, jarjestelma, virhe },
})
const sent = (id: string, lasku: string | null, refused: string | null = ''): SentOrder => ({
  order: { id, tunniste: `T-${id}`, asiakas: { id: 'a', name: 'Pirkan Putki Oy' }, ryhma: null },
  ...{ lasku, refused },
})

test('of a sending only what may still change is read', () => {
  const known = [invoice('i0', 'lahetetty'), invoice('i1', 'luonnos', 'Ei kelpaa.'), invoice('i2', 'lahetetaan')]
  expect(idsToRead(['i0', 'i1', 'i2', 'i3'], known, 7)).toEqual(['i1', 'i2', 'i3'])
  expect(idsToRead(['i0'], known, 1)).toEqual([])
})

test('of a large one some hundred at a time, each of them in turn', () => {
  const rounds = [0, 1, 2, 3].map((round) => idsToRead(ids, [], round))
  expect(rounds.map(({ length }) => length)).toEqual([300, 300, 300, 300])
  expect(new Set(rounds.flat()).size).toBe(1000)
})

describe('what has become of an order', () => {
  const outcome = (order: SentOrder, ...invoices: SentInvoice[]) => outcomeOf(order, new Map(invoices.map((one) => [one.id, one])))

  test('it is under way until the call has answered and its invoice has been sent', () => {
    expect(outcome(sent('1', null, null)).outcome).toBe('under-way')
    expect(outcome(sent('1', 'LA-1')).outcome).toBe('under-way')
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'luonnos')).outcome).toBe('under-way')
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'lahetetaan')).outcome).toBe('under-way')
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'lahetetty'))).toEqual({ outcome: 'sent', text: 'lasku LA-1' })
  })

  test('what failed says why, in the words of the server or the provider', () => {
    expect(outcome(sent('1', null, 'Hinta puuttuu.'))).toEqual({ outcome: 'failed', text: 'Hinta puuttuu.' })
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'luonnos', 'Asiakas on laskutuskiellossa'))).toEqual({
      outcome: 'failed',
      text: 'Asiakas on laskutuskiellossa',
    })
  })

  test('what is to be checked says where, and the provider’s words', () => {
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'tarkista', 'Vastausta ei tullut.', 'talenom'))).toEqual({
      outcome: 'check',
      text: 'Tarkista Talenomista, lähtikö lasku LA-1: Vastausta ei tullut.',
    })
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'tarkista')).text).toBe('Tarkista, lähtikö lasku LA-1')
    expect(outcome(sent('1', 'LA-1'), invoice('LA-1', 'lahetetty', 'Tilaus on lukittu.'))).toEqual({
      outcome: 'check',
      text: 'lasku LA-1 lähti, mutta: Tilaus on lukittu.',
    })
  })
})

test('orders without an answer are looked for on invoices, the longer the more there are', () => {
  const orders = [sent('1', null, null), sent('2', 'LA-2'), sent('3', null, 'Hinta puuttuu.')]
  const found = new Map([['1', 'LA-1']])
  expect(withFound(orders, found, nowSeconds())).toEqual([sent('1', 'LA-1'), orders[1], orders[2]])
  expect(withFound(orders, new Map(), nowSeconds())).toEqual(orders)
  expect(withFound(orders, new Map(), nowSeconds() - 61)[0]?.refused).toMatch(/^Vastausta ei saatu/)
  const many = Array.from({ length: 5000 }, (_, index) => sent(String(index), null, null))
  expect(withFound(many, new Map(), nowSeconds() - 500)[0]?.refused).toBeNull()
  expect(withFound(many, new Map(), nowSeconds() - 561)[0]?.refused).toMatch(/^Vastausta ei saatu/)
})
