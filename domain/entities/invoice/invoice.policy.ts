import { administratorsOnly, ofMyCustomer, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import { sentStates } from './invoice.states.ts'

const sentToMyCustomer = { all: [ofMyCustomer, { path: 'tila', in: sentStates }] } as const

/** Only staff see the provider's answer and the sender. */
const customer: Rule<'lasku'> = {
  read: sentToMyCustomer,
  hide: ['jarjestelma', 'palvelun_tunnus', 'virhe', 'lahettaja', 'lahetys_alkoi'],
}

/** Nobody writes an invoice but the calls that make, send and credit it: what was sent must stay (rules/access.md#invoices). */
export const invoicePolicy: EntityPolicy<'lasku'> = {
  ...administratorsOnly,
  yllapito: readOnly,
  asiakas: customer,
  asiakas_yllapito: customer,
}

const rowOfSent: Rule<'laskurivi'> = { read: { path: 'lasku', that: sentToMyCustomer } }

export const invoiceRowPolicy: EntityPolicy<'laskurivi'> = {
  ...administratorsOnly,
  yllapito: readOnly,
  asiakas: rowOfSent,
  asiakas_yllapito: rowOfSent,
}
