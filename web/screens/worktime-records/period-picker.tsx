import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addDays } from '#domain/values/time/time.ts'
import { formatDate } from '#web/kit/format.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { type Period, periodDays } from './records-query.ts'
import classes from './worktime-records.module.css'

/** The two-week period, with the ones before and after it; the address names its first day. */
export function PeriodPicker({ period }: { period: Period | undefined }) {
  const { search, set } = usePageSearch()
  const move = (periods: number) => period && set({ alkaen: String(addDays(period.min, periods * periodDays)) })
  const isLast = period !== undefined && addDays(period.max, 1) > nowSeconds()
  return (
    <div className={classes.period}>
      <ActionIcon variant="default" size={44} aria-label="Edellinen jakso" disabled={!period} onClick={() => move(-1)}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <span className={classes.periodName} aria-live="polite">
        {period ? `${formatDate(period.min)} – ${formatDate(period.max)}` : ''}
      </span>
      <ActionIcon variant="default" size={44} aria-label="Seuraava jakso" disabled={!period || isLast} onClick={() => move(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
      {search.alkaen !== undefined && (
        <Button variant="subtle" size="compact-md" onClick={() => set({ alkaen: undefined })}>
          Nykyinen jakso
        </Button>
      )}
    </div>
  )
}
