import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '../../kit/date-field.tsx'
import { useHolidays } from '../../kit/holidays.ts'
import { nowSeconds } from '../../session/token.ts'
import { Section } from '../../ui/section.tsx'
import { dayOrNone, type OrderValues } from './order-values.ts'
import { TrackingWish } from './tracking-wish.tsx'

/** When, with which reference, and what the driver should know. */
export function TimingSection({ form, step }: { form: UseFormReturnType<OrderValues>; step: number }) {
  const holidays = useHolidays()
  const { saved } = form.values
  return (
    <Section title="Ajankohta ja viitteet" step={step} done={dayOrNone(form.values.toivottu_toimitus) > 0}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <DateField
          label="Toivottu toimitus"
          holidays={holidays}
          {...(saved ? {} : { from: nowSeconds() })}
          clearButtonProps={{ 'aria-label': 'Tyhjennä päivä' }}
          {...form.getInputProps('toivottu_toimitus')}
        />
        <TextInput label="Viite" placeholder="Esim. ostotilauksen numero" autoComplete="off" {...form.getInputProps('viite')} />
        <Textarea
          label="Viesti kuljettajalle"
          placeholder="Esim. ovi, aukioloaika, nosto-ohje"
          autosize
          minRows={1}
          maxRows={8}
          style={{ gridColumn: '1 / -1' }}
          {...form.getInputProps('viesti')}
        />
        <TrackingWish form={form} />
      </SimpleGrid>
    </Section>
  )
}
