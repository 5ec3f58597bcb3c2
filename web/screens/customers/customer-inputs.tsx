import { MultiSelect, TextInput } from '@mantine/core'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import { useAddressChoices } from '#web/features/addresses/address-choices.ts'
import type { CustomInputs } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { asFound } from '#web/kit/entity/fields/relation-field.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'

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

const noAddress = 'Ei löytynyt. Lisää osoite alla kohdassa Osoitteet.'

function AddressInput({ customer, input: { value, onChange, required: _, ...input } }: AddressInputProps) {
  const chosen = textOf(value) || null
  const { data, setTyped, isSearching } = useAddressChoices(customer, chosen === null ? [] : [chosen])
  return (
    <SearchSelect
      {...input}
      data={data}
      clearable={!input.readOnly}
      clearButtonProps={{ 'aria-label': `${input.label}: poista valinta` }}
      nothingFoundMessage={isSearching ? 'Haetaan…' : noAddress}
      placeholder={input.readOnly ? '–' : 'Hae'}
      value={chosen}
      onChange={onChange}
      onSearchChange={setTyped}
      isSearching={isSearching}
      filter={asFound}
    />
  )
}

function AddressesInput({ customer, input: { value, onChange, required: _, ...input } }: AddressInputProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const { data, setTyped, isSearching } = useAddressChoices(customer, chosen)
  return (
    <MultiSelect
      {...input}
      data={data}
      searchable
      onSearchChange={setTyped}
      filter={asFound}
      hidePickedOptions
      nothingFoundMessage={isSearching ? 'Haetaan…' : noAddress}
      placeholder={input.readOnly ? '' : 'Hae'}
      value={chosen}
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
