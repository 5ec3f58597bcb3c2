import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { mayBeMailed, type OrderValues } from './order-values.ts'

/** Whether the consignee gets the tracking link by mail; asked as soon as there is an address to send it to. */
export function TrackingWish({ form }: { form: UseFormReturnType<OrderValues> }) {
  if (!mayBeMailed(form.values)) return null
  return (
    <Checkbox
      label="Lähetä vastaanottajalle seurantalinkki"
      description={`Linkki lähetetään osoitteeseen ${form.values.toimitus.email.trim()}. Se näyttää tilan ja toimituspäivän, ei hintoja.`}
      style={{ gridColumn: '1 / -1' }}
      {...form.getInputProps('seurantalinkki', { type: 'checkbox' })}
    />
  )
}
