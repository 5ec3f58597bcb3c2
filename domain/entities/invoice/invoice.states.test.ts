import { describe, expect, test } from 'vitest'
import { hasFailed, type InvoiceState, invoiceStateName, invoiceStates, isQueued, isUnderWay } from './invoice.states.ts'

const states = Object.keys(invoiceStates) as InvoiceState[]
/** The states for which something holds, without a message and with one. */
const statesWhere = (holds: (invoice: { tila: InvoiceState; virhe: string }) => boolean) =>
  ['', 'Ei vastausta'].map((virhe) => states.filter((tila) => holds({ tila, virhe })))

describe('an invoice', () => {
  test('waits in the queue while it is a draft that no provider has refused', () => {
    expect(statesWhere(isQueued)).toEqual([['luonnos'], []])
    expect(statesWhere(hasFailed)).toEqual([[], ['luonnos']])
  })

  test('is under way until its sending has ended, whatever message it has', () => {
    expect(statesWhere(isUnderWay)).toEqual([['luonnos', 'lahetetaan'], ['lahetetaan']])
  })

  test('whose outcome is unknown says where to look', () => {
    expect(invoiceStateName({ tila: 'tarkista', jarjestelma: 'talenom' })).toBe('Tarkista Talenomista')
    expect(invoiceStateName({ tila: 'tarkista', jarjestelma: 'fivaldi' })).toBe('Tarkista')
    expect(invoiceStateName({ tila: 'tarkista' })).toBe('Tarkista')
    expect(invoiceStateName({ tila: 'lahetetty', jarjestelma: 'talenom' })).toBe('Lähetetty')
  })
})
