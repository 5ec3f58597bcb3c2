import { ActionIcon, Button, Popover, SegmentedControl } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { addDays, dayOf, midnightOf } from '#domain/values/time/time.ts'
import { calendarLabels } from '#web/kit/form/date-field.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { type CalendarRange, rangeText, startParameter, weekChoices, weeksText } from './calendar-range.ts'
import classes from './toolbar.module.css'

type Props = { range: CalendarRange; now: number; children?: ReactNode }

/** Which weeks are shown; in the address, so that a link shows the same ones. The children stand at the end of the line. */
export function RangeTools({ range, now, children }: Props) {
  const { set } = usePageSearch()
  const [isOpen, setIsOpen] = useState(false)
  const show = (day: number) => set({ alku: startParameter(day, now) })
  const isNow = startParameter(range.first, now) === undefined
  return (
    <div className={classes.tools}>
      <div className={classes.range}>
        <ActionIcon variant="default" aria-label="Edelliset viikot" onClick={() => show(addDays(range.first, -7 * range.weeks))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <Button
              variant="default"
              className={classes.days}
              leftSection={<IconCalendar size={18} aria-hidden />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {rangeText(range)} <small>{weeksText(range)}</small>
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <DatePicker
              locale="fi"
              withWeekNumbers
              defaultDate={dayOf(range.first)}
              value={dayOf(range.first)}
              ariaLabels={calendarLabels}
              onChange={(day) => {
                if (day) show(midnightOf(day))
                setIsOpen(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
        <ActionIcon variant="default" aria-label="Seuraavat viikot" onClick={() => show(addDays(range.first, 7 * range.weeks))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Button variant="default" disabled={isNow} onClick={() => set({ alku: undefined })}>
        Tänään
      </Button>
      <SegmentedControl
        aria-label="Viikkoja"
        size="sm"
        value={String(range.weeks)}
        onChange={(weeks) => set({ viikot: weeks === '2' ? undefined : weeks })}
        data={weekChoices.map((value) => ({ value, label: `${value} vk` }))}
      />
      {children}
    </div>
  )
}
