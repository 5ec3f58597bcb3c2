import { ActionIcon, Button, type MantineSize, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { addDays, dayOf, midnightOf } from '#domain/values/time/time.ts'
import { formatDayOfYear } from '#web/kit/format.ts'

type Props = { day: number; onDay: (day: number) => void }
type Sizes = { arrow: number; icon: number; button: MantineSize | 'compact-sm' }

const sizes = { wide: { arrow: 36, icon: 18, button: 'sm' }, narrow: { arrow: 28, icon: 16, button: 'compact-sm' } } as const

/** The day of a board: the arrows around it and its calendar. `narrow`: beside the list of orders. */
export function BoardDay({ day, onDay, form = 'wide' }: Props & { form?: keyof typeof sizes }) {
  const { arrow, icon, button }: Sizes = sizes[form]
  return (
    <>
      <ActionIcon variant="default" size={arrow} aria-label="Edellinen päivä" onClick={() => onDay(addDays(day, -1))}>
        <IconChevronLeft size={icon} aria-hidden />
      </ActionIcon>
      <DayButton day={day} size={button} onDay={onDay} />
      <ActionIcon variant="default" size={arrow} aria-label="Seuraava päivä" onClick={() => onDay(addDays(day, 1))}>
        <IconChevronRight size={icon} aria-hidden />
      </ActionIcon>
    </>
  )
}

function DayButton({ day, size, onDay }: Props & { size: Sizes['button'] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size={size}
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={`Päivä ${formatDayOfYear(day)}, vaihda`}
          onClick={() => setIsOpen((open) => !open)}
        >
          {formatDayOfYear(day)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          ariaLabels={{ previousMonth: 'Edellinen kuukausi', nextMonth: 'Seuraava kuukausi', monthLevelControl: 'Valitse kuukausi' }}
          value={dayOf(day)}
          defaultDate={dayOf(day)}
          onChange={(picked) => {
            setIsOpen(false)
            if (picked !== null) onDay(midnightOf(picked))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
