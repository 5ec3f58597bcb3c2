import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { type BillingAddress, type BillingAddresses, billingFieldsFrom, billingKindOf, defaultBillingAddress } from './order.billing.ts'

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
