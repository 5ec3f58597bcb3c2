import type { Row } from '#domain/model/registry.ts'
import { postalCodeFault } from '#domain/values/checks.ts'
import { CallFault } from '#web/data/fault.ts'
import { shownByForm } from '#web/data/fault-toast.tsx'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId, valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { type Content, changesOf, contentFaults, newContent } from '#web/kit/entity/fields/row-fields.ts'
import { type RowEdit, rowEdit } from '#web/kit/entity/use-row-form.ts'
import { hasFeature } from '#web/session/settings.ts'

export const customerFields = [
  'name',
  'y_tunnus',
  'tyyppi',
  'talenom_asiakasnumero',
  'maksuehto',
  'maksuehto_sovittu',
  'saa_jattaa',
  'lisatiedot',
] as const
export const addressFields = ['field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka', 'field_maa'] as const

/** Ids of the rows to be made. */
export type NewCustomerRows = { id: string; address: string }
export type NewCustomerEdit = RowEdit<Content, NewCustomerRows>

/** The given fields of a form's content. */
export const part = (content: Content, fields: readonly string[]): Content =>
  Object.fromEntries(fields.map((field) => [field, content[field]]))
const always = () => true
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const hasAddress = (content: Content): boolean =>
  ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'].some((field) => textOf(content[field]).trim() !== '')

/** What the company has set of a new customer. */
export type CustomerDefaults = Pick<Row<'asiakas'>, 'maksuehto' | 'saa_jattaa'>

export const blankCustomer = (defaults: CustomerDefaults): NewCustomerEdit =>
  rowEdit(
    { id: newId(), address: newId() },
    { ...newContent('asiakas', customerFields), ...defaults, ...newContent('postiosoite', addressFields) },
  )

export function newCustomerFaults({ content }: NewCustomerEdit): Record<string, string> {
  const postal = postalCodeFault(textOf(content.field_postinumero).trim(), textOf(content.field_maa))
  return {
    ...contentFaults('asiakas', part(content, customerFields), always),
    ...contentFaults('postiosoite', part(content, addressFields), always),
    ...(postal ? { field_postinumero: postal } : {}),
  }
}

/** Makes the customer, and the visiting address when one is typed, in one save; returns its id. */
export async function storeNewCustomer({ stored: { id, address }, content }: NewCustomerEdit): Promise<string> {
  const values = changesOf('asiakas', { content: part(content, customerFields), read: {} }, always)
  const place = {
    ...changesOf('postiosoite', { content: part(content, addressFields), read: {} }, always),
    name: values.name,
    tyyppi: ['kaynti'],
    asiakas: id,
  }
  const list =
    hasFeature('osoitteiden_hallinta') && hasAddress(content)
      ? [
          add('asiakas', { id, ...valuesOf('asiakas', { ...values, kayntiosoite: address }) }),
          add('postiosoite', { id: address, ...valuesOf('postiosoite', place) }),
        ]
      : [add('asiakas', { id, ...valuesOf('asiakas', values) })]
  try {
    await operations(list, saveKeyOf(id, content), { quiet: shownByForm })
  } catch (failure) {
    // Stored before although no answer came: the id is nobody else's.
    if (!(failure instanceof CallFault && failure.status === 409)) throw failure
  }
  await rereadAfterChange('asiakas', 'postiosoite')
  return id
}
