import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import { listQuery } from '#web/data/queries.ts'
import { addressOf, savedPlace } from '#web/features/addresses/places.ts'
import type { CustomInputs } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const maxBillingName = tilaus.fields.laskutus_nimi.max

/** The customer's name, and what of it an invoice holds. */
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

type Own = { customer: string; input: InputProps }

function useOwnAddresses(customer: string) {
  const { data } = useQuery(listQuery('postiosoite', { filter: { 'asiakas.id': customer }, sort: ['name'], page: { limit: 250 } }))
  return (
    data?.rows.map((row) => ({
      value: row.id,
      label: [row.name, addressOf(savedPlace(row))].filter(Boolean).join(', ') || row.tunniste,
    })) ?? []
  )
}

const nothing = 'Lisää ensin osoite alla kohdassa Osoitteet.'

function OwnAddress({ customer, input: { value, onChange, required: _, ...input } }: Own) {
  const data = useOwnAddresses(customer)
  return (
    <Select
      {...input}
      data={data}
      searchable
      clearable={!input.readOnly}
      clearButtonProps={{ 'aria-label': `${input.label}: poista valinta` }}
      nothingFoundMessage={nothing}
      placeholder={input.readOnly ? '–' : 'Valitse'}
      value={textOf(value) || null}
      onChange={onChange}
    />
  )
}

function OwnAddresses({ customer, input: { value, onChange, required: _, ...input } }: Own) {
  const data = useOwnAddresses(customer)
  return (
    <MultiSelect
      {...input}
      data={data}
      searchable
      hidePickedOptions
      nothingFoundMessage={nothing}
      placeholder={input.readOnly ? '' : 'Valitse'}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}

/** Inputs of a customer that are not those of their kinds: places are chosen among the customer's own. */
export const customerInputs = (customer: string): CustomInputs<'asiakas'> => ({
  name: (input) => <CustomerName {...input} />,
  kayntiosoite: (input) => <OwnAddress customer={customer} input={input} />,
  nouto_osoite: (input) => <OwnAddresses customer={customer} input={input} />,
})
