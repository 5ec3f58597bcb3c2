/** The printed forms of an order: a waybill for each shipment, one summary of all, or a label for each package. */
export const waybillForms = ['lahetys', 'koonti', 'tarrat'] as const
export type WaybillForm = (typeof waybillForms)[number]

/** The sheets of labels: one per page, or four on an A4 to be cut. */
export const labelSheets = ['a6', 'a4'] as const
export type LabelSheet = (typeof labelSheets)[number]

/** The names of the forms, as the subject and the object of a sentence. */
export const waybillFormNames = {
  lahetys: { nominative: 'rahtikirja', accusative: 'rahtikirjan' },
  koonti: { nominative: 'koontirahtikirja', accusative: 'koontirahtikirjan' },
  tarrat: { nominative: 'kollitarrat', accusative: 'kollitarrat' },
} as const satisfies Record<WaybillForm, { nominative: string; accusative: string }>
