import { TextInput, type TextInputProps } from '@mantine/core'
import { tilaus } from '#domain/entities/order/order.entity.ts'

const { max } = tilaus.fields.laskutus_nimi

/** The name on an invoice, with its limited length (rules/orders.md#billing-fields) and a character counter. */
export function BillingName({ value, ...input }: Omit<TextInputProps, 'value'> & { value: string }) {
  return (
    <TextInput
      {...input}
      autoComplete="off"
      maxLength={max}
      value={value}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={`${value.length}/${max} merkkiä`}
    />
  )
}
