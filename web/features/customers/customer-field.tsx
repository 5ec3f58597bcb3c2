import { Anchor, Group, Input, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CustomerSelect } from './customer-select.tsx'

type Customer = { id: string; name: string }
type Props = {
  label: string
  value: Customer | null
  onChange: (customer: Customer) => void
  error?: ReactNode
  readOnly: boolean
  'data-path': string
}

/** The customer that a row belongs to, and the way to choose another. */
export function CustomerField({ label, value, onChange, error, readOnly, ...path }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const choose = (customer: Customer) => {
    onChange(customer)
    setChoosing(false)
  }
  if (isChoosing && !readOnly) return <CustomerSelect onChoose={choose} />
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} {...path}>
      <Group gap="md">
        <Text>{value?.name || 'Ei valittu'}</Text>
        {!readOnly && (
          <Anchor component="button" type="button" onClick={() => setChoosing(true)}>
            {value ? 'Vaihda asiakas' : 'Valitse asiakas'}
          </Anchor>
        )}
      </Group>
    </Input.Wrapper>
  )
}
