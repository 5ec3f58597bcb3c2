import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import { listQuery } from '#web/data/queries.ts'
import { addressOf, savedPlace } from '#web/features/addresses/places.ts'
import type { CustomInputs } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const maxBillingName = tilaus.fields.laskutus_nimi.max

/** The customer's name; shows how it is cut on invoices when it is too long for them. */
export function CustomerName({ value, onChange, required, ...input }: InputProps) {
  const name = textOf(value)
  const cut =
    name.trim().length > maxBillingName ? `Laskulle mahtuu ${maxBillingName} merkkiä: ${name.trim().slice(0, maxBillingName)}` : undefined
  return (
    <TextInput
      {...input}
      withAsterisk={required}
      autoComplete="off"
      maxLength={255}
      description={cut}
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type AddressInputProps = { customer: string; input: InputProps }

function useAddressOptions(customer: string) {
  const { data } = useQuery(listQuery('postiosoite', { filter: { 'asiakas.id': customer }, sort: ['name'], page: { limit: 250 } }))
  return (
    data?.rows.map((row) => ({
      value: row.id,
      label: [row.name, addressOf(savedPlace(row))].filter(Boolean).join(', ') || row.tunniste,
    })) ?? []
  )
}

const addressMissing = 'Lisää ensin osoite alla kohdassa Osoitteet.'

function AddressInput({ customer, input: { value, onChange, required: _, ...input } }: AddressInputProps) {
  const data = useAddressOptions(customer)
  return (
    <Select
      {...input}
      data={data}
      searchable
      clearable={!input.readOnly}
      clearButtonProps={{ 'aria-label': `${input.label}: poista valinta` }}
      nothingFoundMessage={addressMissing}
      placeholder={input.readOnly ? '–' : 'Valitse'}
      value={textOf(value) || null}
      onChange={onChange}
    />
  )
}

function AddressesInput({ customer, input: { value, onChange, required: _, ...input } }: AddressInputProps) {
  const data = useAddressOptions(customer)
  return (
    <MultiSelect
      {...input}
      data={data}
      searchable
      hidePickedOptions
      nothingFoundMessage={addressMissing}
      placeholder={input.readOnly ? '' : 'Valitse'}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}

/** Inputs that replace the default ones: places are chosen from the customer's addresses only. */
export const customerInputs = (customer: string): CustomInputs<'asiakas'> => ({
  name: (input) => <CustomerName {...input} />,
  kayntiosoite: (input) => <AddressInput customer={customer} input={input} />,
  nouto_osoite: (input) => <AddressesInput customer={customer} input={input} />,
})
