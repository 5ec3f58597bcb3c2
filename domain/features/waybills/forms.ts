/** What is printed of an order: a waybill a shipment, one summary of them all, or a label a package. */
export const waybillForms = ['lahetys', 'koonti', 'tarrat'] as const
export type WaybillForm = (typeof waybillForms)[number]

/** Labels one a page, or four on an A4 to be cut. */
export const labelSheets = ['a6', 'a4'] as const
export type LabelSheet = (typeof labelSheets)[number]

/** What each form is called, as the subject and the object of a sentence. */
export const waybillFormNames = {
  lahetys: { nominative: 'rahtikirja', accusative: 'rahtikirjan' },
  koonti: { nominative: 'koontirahtikirja', accusative: 'koontirahtikirjan' },
  tarrat: { nominative: 'kollitarrat', accusative: 'kollitarrat' },
} as const satisfies Record<WaybillForm, { nominative: string; accusative: string }>
