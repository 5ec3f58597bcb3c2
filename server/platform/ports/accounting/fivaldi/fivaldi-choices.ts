import { z } from 'zod'
import type { InvoiceLine } from '#domain/features/invoicing/outgoing-invoice.ts'

/** One of the values that a company has defined in Fivaldi. */
export type FivaldiChoice = { id: string; description: string; days: number | null }
export type FivaldiChoices = {
  paymentTerms: FivaldiChoice[]
  postingGroups: FivaldiChoice[]
  deliveryMethods: FivaldiChoice[]
  units: FivaldiChoice[]
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** The name of the id differs between the lists (`paymentTermId`, `id`); the description tells people, and us, what it is. */
const choice = z.record(z.string(), z.unknown()).transform((entry): FivaldiChoice => {
  const id = Object.entries(entry).find(([name, value]) => /(^|[a-z])id$/i.test(name) && text(value) !== '')?.[1]
  const description = text(entry.description) || text(entry.name)
  const given = text(entry.days) || /(\d+)\s*(pv|vrk|päiv)/i.exec(description)?.[1]
  return { id: text(id), description, days: given && /^\d+$/.test(given) ? Number(given) : null }
})
const list = z
  .array(choice)
  .nullish()
  .transform((entries) => (entries ?? []).filter(({ id }) => id !== ''))

/** `GET …/sales/company-invoicing-details`: each company has its own ids. */
export const companyInvoicingDetails = z.object({ paymentTerms: list, postingGroups: list, deliveryMethods: list, units: list })

const unitNames: Readonly<Record<InvoiceLine['unit'], RegExp>> = {
  kpl: /^(kpl|kappale(tta)?)\.?$/i,
  h: /^(h|t|tunti(a)?)\.?$/i,
  km: /^(km|kilometri(ä)?)\.?$/i,
}

export const unitOf = (choices: FivaldiChoices, unit: InvoiceLine['unit']): FivaldiChoice | undefined =>
  choices.units.find(({ id, description }) => unitNames[unit].test(description) || unitNames[unit].test(id))

export const paymentTermOf = (choices: FivaldiChoices, days: number): FivaldiChoice | undefined =>
  choices.paymentTerms.find((term) => term.days === days)

/** The configured one, else the only one that there is. */
export function chosen(choices: readonly FivaldiChoice[], configured: string): FivaldiChoice | undefined {
  if (configured !== '') return choices.find(({ id }) => id === configured)
  return choices.length === 1 ? choices[0] : undefined
}
