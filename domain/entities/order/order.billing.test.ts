import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import {
  type BillingAddress,
  type BillingAddresses,
  billingFieldsFrom,
  billingKindOf,
  defaultBillingAddress,
  filledBilling,
  lacksBilling,
} from './order.billing.ts'

const email = (values = {}) => blankRow('laskutusosoite_email', { field_sahkopostiosoite: 'laskut@yritys.fi', ...values })
const post = (values = {}) =>
  blankRow('laskutusosoite_posti', { field_osoite_1: 'Katu 1', field_postinumero: '33100', field_postitoimipaikka: 'Tampere', ...values })
const eInvoice = (values = {}) =>
  blankRow('laskutusosoite_verkkolasku', { field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126', ...values })
const addresses = (values: Partial<BillingAddresses>): BillingAddresses => ({ email: [], posti: [], verkkolasku: [], ...values })

describe('the kind of billing', () => {
  const all = { laskutus_email: 'a@b.fi', laskutus_osoite1: 'Katu 1', laskutus_verkkolaskuosoite: '003712345671' }
  test.each([
    [all, 'email'],
    [{ ...all, laskutus_email: '' }, 'posti'],
    [{ laskutus_postinro: '33100' }, 'posti'],
    [{ laskutus_verkkolaskuosoite: '003712345671' }, 'verkkolasku'],
    [{}, null],
    [{ laskutus_nimi: 'Yritys Oy', laskutus_maa: 'FI', laskutus_valittaja: 'X' }, null],
  ] as const)('%j is %s', (values, kind) => {
    expect(billingKindOf(blankRow('tilaus', values))).toBe(kind)
  })
})

describe('billing fields from an address', () => {
  test.each<[BillingAddress]>([
    [{ kind: 'email', row: email() }],
    [{ kind: 'posti', row: post() }],
    [{ kind: 'verkkolasku', row: eInvoice() }],
  ])('are those of the chosen kind', (address) => {
    expect(billingKindOf(billingFieldsFrom(address, 'Yritys Oy'))).toBe(address.kind)
  })

  test('have the values of the address', () => {
    expect(billingFieldsFrom({ kind: 'posti', row: post({ field_osoite_2: 'C/O', field_maa: 'SE' }) }, 'Yritys Oy')).toEqual({
      laskutus_nimi: 'Yritys Oy',
      laskutus_osoite1: 'Katu 1',
      laskutus_osoite2: 'C/O',
      laskutus_postinro: '33100',
      laskutus_postitmp: 'Tampere',
      laskutus_maa: 'SE',
      laskutus_verkkolaskuosoite: '',
      laskutus_valittaja: '',
      laskutus_email: '',
    })
    expect(billingFieldsFrom({ kind: 'verkkolasku', row: eInvoice() }, 'Y')).toMatchObject({
      laskutus_verkkolaskuosoite: '003712345671',
      laskutus_valittaja: '003721291126',
      laskutus_maa: 'FI',
    })
    expect(billingFieldsFrom(null, 'Y')).toMatchObject({ laskutus_nimi: 'Y', laskutus_email: '' })
  })

  test('have a name of at most 50 characters, cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
        const { laskutus_nimi } = billingFieldsFrom(null, name)
        expect(laskutus_nimi.length).toBeLessThanOrEqual(50)
        expect(name).toContain(laskutus_nimi)
        expect(laskutus_nimi.isWellFormed()).toBe(true)
      }),
    )
    expect(billingFieldsFrom(null, 'Ä'.repeat(60)).laskutus_nimi).toBe('Ä'.repeat(50))
    expect(billingFieldsFrom(null, `${'a'.repeat(49)}🚚`).laskutus_nimi).toBe('a'.repeat(49))
  })
})

describe('the default address', () => {
  test.each<[string, Partial<BillingAddresses>, string | null]>([
    ['none', {}, null],
    ['the first of the first kind', { posti: [post({ id: '1' }), post({ id: '2' })], verkkolasku: [eInvoice({ id: '3' })] }, '1'],
    ['the default of a kind', { email: [email({ id: '1' }), email({ id: '2', oletus: true })] }, '2'],
    ['the default of a later kind', { email: [email({ id: '1' })], verkkolasku: [eInvoice({ id: '2', oletus: true })] }, '2'],
    [
      'the first kind with a default',
      { posti: [post({ id: '1', oletus: true })], verkkolasku: [eInvoice({ id: '2', oletus: true })] },
      '1',
    ],
    ['not one for reminders only', { email: [email({ id: '1', oletus: true, tyyppi: ['muistutus'] })], posti: [post({ id: '2' })] }, '2'],
    ['one without a usage', { email: [email({ id: '1', tyyppi: [] })] }, '1'],
  ])('%s', (_what, held, id) => {
    const found = defaultBillingAddress(addresses(held))
    expect(found && 'id' in found.row ? found.row.id : null).toBe(id)
  })
})

describe('the billing fields of a new order', () => {
  const customer = { ...addresses({ email: [email({ id: '1' })] }), name: ' Yritys Oy ' }
  const order = (values = {}) => blankRow('tilaus', values)
  const filled = (values = {}) => filledBilling(order(values), customer)

  test('are those of the customer’s default address, when it has no address', () => {
    expect(filled()).toMatchObject({ laskutus_nimi: 'Yritys Oy', laskutus_email: 'laskut@yritys.fi', laskutus_maa: 'FI' })
    expect(filled({ laskutus_nimi: 'Toinen' })).toMatchObject({ laskutus_nimi: 'Toinen', laskutus_email: 'laskut@yritys.fi' })
  })

  test('stay when it has one, with the customer’s name if it has none', () => {
    const given = [{ laskutus_osoite1: 'Katu 1' }, { laskutus_email: 'a@b.fi' }, { laskutus_valittaja: '003721291126' }]
    for (const values of given) {
      expect(filled(values)).toEqual({ laskutus_nimi: 'Yritys Oy' })
      expect(filled({ ...values, laskutus_nimi: 'Toinen' })).toEqual({ laskutus_nimi: 'Toinen' })
    }
  })

  test('are looked up when the name or the address is missing', () => {
    expect(lacksBilling(order())).toBe(true)
    expect(lacksBilling(order({ laskutus_nimi: 'Yritys Oy' }))).toBe(true)
    expect(lacksBilling(order({ laskutus_email: 'a@b.fi' }))).toBe(true)
    expect(lacksBilling(order({ laskutus_nimi: 'Yritys Oy', laskutus_email: 'a@b.fi' }))).toBe(false)
    expect(lacksBilling(order({ laskutus_nimi: 'Yritys Oy', laskutus_valittaja: '003721291126' }))).toBe(false)
  })

  test('have the name of the customer without spaces around it, also where it is cut', () => {
    expect(billingFieldsFrom(null, `${'a'.repeat(49)} b`).laskutus_nimi).toBe('a'.repeat(49))
    expect(billingFieldsFrom(null, ` ${'a'.repeat(50)}`).laskutus_nimi).toBe('a'.repeat(50))
  })
})

describe('the kind of a postal address', () => {
  test.each([{ laskutus_osoite1: 'A' }, { laskutus_osoite2: 'A' }, { laskutus_postinro: '33100' }, { laskutus_postitmp: 'A' }])(
    '%j is posti',
    (values) => {
      expect(billingKindOf(blankRow('tilaus', { ...values, laskutus_verkkolaskuosoite: '1' }))).toBe('posti')
    },
  )
})
