import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { consigneeMails, type OrderValues } from './order-values.ts'

/** Whether each consignee gets the tracking link of their place by mail; shown once a consignee has a mail address. */
export function TrackingOption({ form }: { form: UseFormReturnType<OrderValues> }) {
  const mails = consigneeMails(form.values)
  if (mails.length === 0) return null
  const [only] = mails
  const several = mails.length > 1
  return (
    <Checkbox
      label={several ? 'Lähetä vastaanottajille seurantalinkit' : 'Lähetä vastaanottajalle seurantalinkki'}
      description={
        several
          ? `Linkit lähetetään osoitteisiin ${mails.join(', ')}. Kukin näyttää oman toimituspaikkansa tilan ja toimituspäivän, ei hintoja.`
          : `Linkki lähetetään osoitteeseen ${only}. Se näyttää tilan ja toimituspäivän, ei hintoja.`
      }
      style={{ gridColumn: '1 / -1' }}
      {...form.getInputProps('seurantalinkki', { type: 'checkbox' })}
    />
  )
}
