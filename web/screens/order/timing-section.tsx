import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '#web/kit/form/date-field.tsx'
import { useHolidays } from '#web/kit/form/holidays.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSession } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { LeavingOption } from './leaving-option.tsx'
import type { Customer } from './order-data.ts'
import { dayOrNone, type OrderValues, type OwnNotes } from './order-values.ts'
import { TrackingOption } from './tracking-option.tsx'

type Props = { form: UseFormReturnType<OrderValues>; customer: Customer | undefined; step: number }

/** The delivery day, the reference, and the message to the driver. */
export function TimingSection({ form, customer, step }: Props) {
  const holidays = useHolidays()
  const { saved, rows, jobs } = form.values
  // An administrator records orders afterwards too.
  const mayBePast = useSession()?.user.roles.includes('yllapito') || saved !== null
  /** A note for fields that some rows have values of their own for. */
  const apart = (note: keyof OwnNotes) =>
    [...rows, ...jobs].some(({ own }) => own[note] !== null) ? { description: 'Ei koske rivejä, joilla on oma.' } : {}
  return (
    <Section title="Ajankohta ja viitteet" step={step} done={dayOrNone(form.values.toivottu_toimitus) > 0}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <DateField
          label="Toivottu toimitus"
          holidays={holidays}
          {...(mayBePast ? {} : { from: nowSeconds() })}
          clearButtonProps={{ 'aria-label': 'Tyhjennä päivä' }}
          {...apart('toivottu_toimitus')}
          {...form.getInputProps('toivottu_toimitus')}
        />
        <TextInput
          label="Viite"
          placeholder="Esim. ostotilauksen numero"
          autoComplete="off"
          {...apart('viite')}
          {...form.getInputProps('viite')}
        />
        <Textarea
          label="Viesti kuljettajalle"
          placeholder="Esim. ovi, aukioloaika, nosto-ohje"
          autosize
          minRows={1}
          maxRows={8}
          style={{ gridColumn: '1 / -1' }}
          {...apart('viesti')}
          {...form.getInputProps('viesti')}
        />
        <LeavingOption form={form} byDefault={customer?.saa_jattaa ?? false} />
        <TrackingOption form={form} />
      </SimpleGrid>
    </Section>
  )
}
