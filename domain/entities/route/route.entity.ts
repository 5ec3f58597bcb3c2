import { z } from 'zod'
import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { choice, choices, day, days, json, money, numbers, text } from '../../model/define-field.ts'
import { billingDays, contractStates } from '../../values/contract.ts'
import { fromCents, maxEuros, toCents } from '../../values/money.ts'
import { weekdayNames } from '../../values/time/time.ts'

/** By customer id, euros per run. */
const prices = z.record(
  z.guid(),
  z
    .number()
    .min(0)
    .max(maxEuros)
    .transform((euros) => fromCents(toCents(euros))),
)

const priceCount = (count: number): string => (count === 0 ? '' : count === 1 ? '1 hinta' : `${count} hintaa`)

/** A route that is driven on its weekdays; its orders are created in advance (rules/standing-routes.md#orders-of-routes). */
export const reitti = defineEntity({
  name: 'reitti',
  group: 'reitti_entity',
  bundle: 'reitti_entity',
  label: 'Reitti',
  tunniste: { prefix: 'R', of: 'drupal_internal__id' },
  fields: {
    reittinro: text('Reittinumero', { max: 30 }),
    tila: choice('Tila', contractStates, 'aktiivinen'),
    hinnat: json('Asiakkaiden hinnat', {
      schema: prices,
      default: {},
      fault: 'Anna hinnat asiakkaittain: asiakkaan tunniste (UUID) ja hinta euroina.',
      show: (value) => priceCount(Object.keys(value).length),
    }),
    hinta: money('Hinta'),
    laskutuspaivat: choices('Laskutuspäivät', billingDays),
    viikonpaivat: numbers('Viikonpäivät', weekdayNames),
    aktivointipaiva: day('Aktivointipäivä'),
    ohitetut_paivat: days('Ohitetut päivät'),
  },
  relations: {
    asiakkaat: many('asiakas', 'Asiakkaat', { mustBe: 'live' }),
    kuljettaja: one('user', 'Kuljettaja', { mustBe: 'driver' }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
    osoitteet: many('postiosoite', 'Osoitteet', { sameCustomer: 'asiakkaat' }),
  },
})
export type Reitti = RowOf<typeof reitti>
