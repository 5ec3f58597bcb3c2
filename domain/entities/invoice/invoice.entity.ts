import { z } from 'zod'
import { defineEntity, inverse, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, day, decimal, integer, json, moment, money, sequence, text } from '../../model/define-field.ts'
import { billingKinds } from '../order/order.billing.ts'
import { invoiceKinds, invoiceProviders, invoiceStates } from './invoice.states.ts'

const maxTotal = 9_999_999_999.99
const readOnly = true
/** Euros; negative in a credit note. */
const amount = (label: string) => money(label, { min: -maxTotal, max: maxTotal, readOnly })

/** The sums of one rate of VAT, euros. */
const vatShare = z.strictObject({ prosentti: z.number(), veroton: z.number(), alv: z.number() })
export type VatShare = z.output<typeof vatShare>

/** Written by the server alone: the calls of invoicing make it, send it and credit it (rules/invoicing.md#invoices). */
export const lasku = defineEntity({
  name: 'lasku',
  group: 'lasku_entity',
  bundle: 'lasku',
  label: 'Lasku',
  tunniste: { prefix: 'LA', of: 'numero' },
  fields: {
    numero: sequence('Laskun numero', 10_001),
    laji: choice('Laji', invoiceKinds, 'lasku', { readOnly }),
    tila: choice('Tila', invoiceStates, 'luonnos', { readOnly }),
    jarjestelma: choice('Laskutusjärjestelmä', invoiceProviders, 'finvoice', { readOnly }),
    palvelun_tunnus: text('Tunnus laskutusjärjestelmässä', { readOnly }),
    virhe: area('Viimeisin virhe', { max: 1000, readOnly }),
    laskutustapa: choice('Laskutustapa', billingKinds, 'email', { readOnly }),
    laskupaiva: day('Laskupäivä', { readOnly }),
    erapaiva: day('Eräpäivä', { readOnly }),
    maksuehto: integer('Maksuehto (pv)', { max: 365, readOnly }),
    viitenumero: text('Viitenumero', { max: 20, readOnly }),
    veroton: amount('Veroton summa'),
    alv: amount('Arvonlisävero'),
    yhteensa: amount('Yhteensä'),
    /** The highest rate first. */
    alv_erittely: json(
      'Arvonlisäveron erittely',
      {
        schema: z.array(vatShare),
        default: [],
        fault: 'Arvonlisäveron erittely ei kelpaa.',
        show: (shares) => shares.map(({ prosentti }) => `${String(prosentti).replace('.', ',')} %`).join(', '),
      },
      { readOnly },
    ),
    /** The reason of a credit note. */
    syy: area('Syy', { max: 1000, readOnly }),
    lahetys_alkoi: moment('Lähetys alkoi', { readOnly }),
    lahetetty: moment('Lähetetty', { readOnly }),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    hyvitettava: one('lasku', 'Hyvitetty lasku', { readOnly }),
    lahettaja: one('user', 'Lähettäjä', { readOnly }),
    rivit: inverse('laskurivi', 'lasku', 'Rivit'),
    hyvitykset: inverse('lasku', 'hyvitettava', 'Hyvityslaskut'),
  },
  search: {
    text: ['asiakas.name', 'rivit.tilausnumerot', 'rivit.viitteet'],
    codes: ['asiakas.y_tunnus', 'rivit.rahtikirja'],
    exact: ['tunniste', 'numero', 'viitenumero'],
  },
})
export type Lasku = RowOf<typeof lasku>

/** An order or a whole group of orders on an invoice. Its `name` is the text of the row. */
export const laskurivi = defineEntity({
  name: 'laskurivi',
  group: 'laskurivi_entity',
  bundle: 'laskurivi',
  label: 'Laskurivi',
  tunniste: { prefix: 'LAR', of: 'drupal_internal__id' },
  fields: {
    rivinro: integer('Rivi', { readOnly }),
    maara: decimal('Määrä', { scale: 5, readOnly }),
    yksikko: choice('Yksikkö', { kpl: 'kpl', h: 'h', km: 'km' }, 'kpl', { readOnly }),
    /** 0 for one piece at the price of the row. */
    yksikkohinta: money('Yksikköhinta', { readOnly }),
    veroton: amount('Veroton hinta'),
    alv_prosentti: decimal('Verokanta (%)', { max: 100, readOnly }),
    toimituspaiva: day('Toimituspäivä', { readOnly }),
    viitteet: area('Viitteet', { max: 2000, readOnly }),
    /** `T-1042 T-1043` and the number of their group, by which the invoice is found. */
    tilausnumerot: area('Tilausnumerot', { max: 20_000, readOnly }),
    rahtikirja: text('Rahtikirjan numero', { readOnly }),
  },
  relations: {
    lasku: one('lasku', 'Lasku', { required: true, once: true }),
    tilaukset: many('tilaus', 'Tilaukset', { readOnly }),
    tilaus_ryhma: one('tilaus_ryhma', 'Tilausryhmä', { readOnly }),
    /** Of a credit note: the row that it credits. */
    hyvitettava_rivi: one('laskurivi', 'Hyvitetty rivi', { readOnly }),
  },
})
export type Laskurivi = RowOf<typeof laskurivi>
