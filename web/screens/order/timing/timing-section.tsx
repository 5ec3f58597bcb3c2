import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { DateField } from '#web/kit/form/date-field.tsx'
import { useHolidays } from '#web/kit/form/holidays.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '../../../session/clock.ts'
import { holdsAny, useSession } from '../../../session/session.ts'
import { Section } from '../../../ui/section.tsx'
import { LeavingOption } from '../leaving-option.tsx'
import type { Customer } from '../order-data.ts'
import type { OrderValues } from '../order-values.ts'
import { TrackingOption } from '../tracking-option.tsx'
import { DriverField } from './driver-field.tsx'
import { dayOrNone, movedTyped, type OwnNotes } from './order-notes.ts'
import { PromisedTime, TimeWindows } from './time-windows.tsx'

type Props = { form: UseFormReturnType<OrderValues>; customer: Customer | undefined; step: number | undefined }

/** The delivery day, the reference, and the message to the driver. */
export function TimingSection({ form, customer, step }: Props) {
  const holidays = useHolidays()
  const { saved, rows, jobs } = form.values
  // An administrator records orders afterwards too.
  const isStaff = holdsAny(useSession(), ['yllapito'])
  const mayBePast = isStaff || saved !== null
  const wishedDay = dayOrNone(form.values.toivottu_toimitus)
  // While another day is typed, the text is no day for a moment.
  const lastDay = useRef(wishedDay)
  useEffect(() => {
    if (wishedDay > 0) lastDay.current = wishedDay
  }, [wishedDay])
  const { onChange: setDay, ...dayProps } = form.getInputProps('toivottu_toimitus')
  /** The time windows follow the wished day. */
  const changeDay = (day: TypedNumber) => {
    setDay(day)
    const { ajat } = form.getValues()
    if (dayOrNone(day) > 0) form.setFieldValue('ajat', movedTyped(ajat, lastDay.current, dayOrNone(day)))
  }
  /** A note for fields that some rows have values of their own for. */
  const apart = (note: keyof OwnNotes) =>
    [...rows, ...jobs].some(({ own }) => own[note] !== null) ? { description: 'Ei koske rivejä, joilla on oma.' } : {}
  return (
    <Section title="Ajankohta ja viitteet" {...(step === undefined ? {} : { step })} done={wishedDay > 0}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <DateField
          label="Toivottu toimitus"
          holidays={holidays}
          {...(mayBePast ? {} : { from: nowSeconds() })}
          clearButtonProps={{ 'aria-label': 'Tyhjennä päivä' }}
          {...apart('toivottu_toimitus')}
          {...dayProps}
          onChange={changeDay}
        />
        <TextInput
          label="Viite"
          placeholder="Esim. ostotilauksen numero"
          autoComplete="off"
          {...apart('viite')}
          {...form.getInputProps('viite')}
        />
        <TimeWindows form={form} path="ajat" value={form.values.ajat} wishedDay={wishedDay} />
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
        {rows.length > 0 && <PromisedTime form={form} path="luvattu_aika" value={form.values.luvattu_aika} wishedDay={wishedDay} />}
        {saved === null && isStaff && <DriverField form={form} />}
        <LeavingOption form={form} byDefault={customer?.saa_jattaa ?? false} />
        <TrackingOption form={form} />
      </SimpleGrid>
    </Section>
  )
}
