import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconPrinter, IconWand } from '@tabler/icons-react'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { ChoiceFilter, TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListTool } from '#web/kit/list/list-page.tsx'
import classes from './shifts.module.css'

const icon = { size: 18, 'aria-hidden': true } as const

type ToolsProps = {
  unpublished: number
  /** The number of warnings, when their panel is behind a button. */
  warnings: number | null
  onPanel: () => void
  onOpen: (dialog: 'week' | 'fill' | 'publish') => void
}

/** The buttons of the whole range. */
export function CalendarTools({ unpublished, warnings, onPanel, onOpen }: ToolsProps) {
  return (
    <>
      {warnings !== null && (
        <Button variant="default" leftSection={<IconAlertTriangle {...icon} />} onClick={onPanel}>
          Huomautettavaa <span className={classes.badge}>{formatCount(warnings)}</span>
        </Button>
      )}
      <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => onOpen('week')}>
        Kopioi viikko
      </Button>
      <Button variant="default" leftSection={<IconWand {...icon} />} onClick={() => onOpen('fill')}>
        Täytä oletukset
      </Button>
      <Button leftSection={<IconCheck {...icon} />} disabled={unpublished === 0} onClick={() => onOpen('publish')}>
        Julkaise {unpublished > 0 && <span className={classes.badge}>{formatCount(unpublished)}</span>}
      </Button>
    </>
  )
}

export const filterNames = ['haku', 'kuljettaja', 'reitti'] as const

/** Which drivers are shown. */
export function CalendarFilters({ data, shown }: { data: ShiftCalendarData; shown: number }) {
  const { clear } = useNarrowing(filterNames, 'kuljettajia')
  const routes = data.tyoreitit.filter(({ poistettu }) => !poistettu)
  return (
    <div className={classes.filters}>
      <TextFilter name="haku" label="Hae nimellä, reitillä, autolla" />
      <ChoiceFilter
        name="kuljettaja"
        label="Kuljettaja"
        searchable
        data={data.kuljettajat.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter
        name="reitti"
        label="Reitti"
        searchable
        data={routes.map(({ id, reittinro, name }) => ({ value: id, label: [reittinro, name].filter(Boolean).join(' ') }))}
      />
      {clear}
      <span className={classes.count} aria-live="polite">
        {plural(shown, 'kuljettaja', 'kuljettajaa')}
      </span>
      <span className={classes.print}>
        <ListTool icon={IconPrinter} onClick={() => window.print()}>
          Tulosta
        </ListTool>
      </span>
    </div>
  )
}
