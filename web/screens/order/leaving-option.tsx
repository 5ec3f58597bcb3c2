import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { delivers, type OrderValues } from './order-values.ts'

/** Whether the goods may be left without a signature; initially the customer's default. */
export function LeavingOption({ form, byDefault }: { form: UseFormReturnType<OrderValues>; byDefault: boolean }) {
  const { saa_jattaa } = form.values
  if (!delivers(form.values)) return null
  return (
    <Checkbox
      label="Tavarat saa jättää ilman kuittausta"
      description="Kuljettaja ottaa jätetyistä tavaroista kuvan ja kirjaa paikan."
      style={{ gridColumn: '1 / -1' }}
      checked={saa_jattaa === 'oletus' ? byDefault : saa_jattaa === 'kylla'}
      onChange={(event) => form.setFieldValue('saa_jattaa', event.currentTarget.checked ? 'kylla' : 'ei')}
    />
  )
}
