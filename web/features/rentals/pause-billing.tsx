import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import {
  maxPauseMonths,
  nextBillingDates,
  pausedBillingDates,
  type RentalTerms,
  resumedDays,
} from '#domain/entities/rental/rental.calendar.ts'
import { addDays, addMonths, startOfDay } from '#domain/values/time/time.ts'
import { DateField, dayFault } from '#web/kit/form/date-field.tsx'
import { numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDate, formatEuros, plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from './rentals.module.css'

type Props = {
  terms: RentalTerms
  /** What one period costs. */
  sum: number
  setSkippedDays: (days: number[]) => void
}

/** Pauses the billing of the rental from a day until a day, and resumes it; saved with the form. */
export function PauseBilling({ terms, sum, setSkippedDays }: Props) {
  const [isOpen, setOpen] = useState(false)
  const now = nowSeconds()
  const isSkipping = nextBillingDates(terms, now, maxPauseMonths + 1).some(({ isSkipped }) => isSkipped)
  const add = (days: readonly number[]) => {
    setSkippedDays([...new Set([...terms.ohitetut_paivat, ...days])].sort((a, b) => a - b))
    setOpen(false)
  }
  if (isOpen) return <PauseFields terms={terms} sum={sum} add={add} close={() => setOpen(false)} />
  return (
    <Group mt="xs" gap="xs">
      <Button variant="default" mih={44} leftSection={<IconPlayerPause size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Keskeytä laskutus
      </Button>
      {isSkipping && (
        <Button
          variant="default"
          mih={44}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => setSkippedDays(resumedDays(terms, now))}
        >
          Jatka laskutusta
        </Button>
      )}
    </Group>
  )
}

function PauseFields({ terms, sum, add, close }: Omit<Props, 'setSkippedDays'> & { add: (days: number[]) => void; close: () => void }) {
  const now = nowSeconds()
  const today = startOfDay(now)
  const last = addMonths(today, maxPauseMonths)
  // The first period that is not under way yet.
  const [start, setStart] = useState<TypedNumber>(
    () => nextBillingDates(terms, now, 3).find(({ period }) => period.start > today)?.period.start ?? today,
  )
  const [end, setEnd] = useState<TypedNumber>(0)
  const [from, until] = [numberOf(start), numberOf(end)]
  const endFault =
    dayFault(end) ?? (until > 0 && until < from ? 'Päivä on ennen alkua.' : until > last ? `Viimeistään ${formatDate(last)}.` : null)
  const paused = endFault || dayFault(start) || from === 0 || until === 0 ? [] : pausedBillingDates(terms, now, { start: from, end: until })
  return (
    <section className={classes.pause} aria-label="Laskutuksen keskeytys">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField label="Keskeytys alkaa" value={start} onChange={setStart} from={today} error={dayFault(start)} />
        <DateField label="Keskeytys päättyy" value={end} onChange={setEnd} from={addDays(from, 1)} error={endFault} data-autofocus />
      </SimpleGrid>
      <Text className={classes.sum} aria-live="polite">
        {paused.length > 0
          ? `Laskuttamatta jää ${plural(paused.length, 'kausi', 'kautta')}, yhteensä ${formatEuros(sum * paused.length)}.`
          : 'Laskuttamatta jäävät kaudet, jotka ovat kokonaan keskeytyksen aikana.'}
      </Text>
      <Group mt="xs" gap="xs">
        <Button variant="light" mih={44} disabled={paused.length === 0} onClick={() => add(paused.map(({ day }) => day))}>
          Keskeytä
        </Button>
        <Button variant="default" mih={44} onClick={close}>
          Peruuta
        </Button>
      </Group>
    </section>
  )
}
