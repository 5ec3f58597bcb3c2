import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconCopy,
  IconDots,
  IconFilter,
  IconPrinter,
  IconWand,
} from '@tabler/icons-react'
import { useState } from 'react'
import { routeTitle } from '#domain/entities/shift/route-label.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { ChoiceFilter, TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListTool } from '#web/kit/list/list-page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import type { ShiftChanges } from './changes/use-shift-changes.ts'
import classes from './shifts.module.css'

const icon = { size: 18, 'aria-hidden': true } as const

/** What changes the shifts of the whole range: in a menu, beside the heading or beside the filters, where there is room. */
const rangeTools = [
  { kind: 'week', label: 'Kopioi viikko', icon: IconCopy },
  { kind: 'fill', label: 'Täytä oletukset', icon: IconWand },
] as const

export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false

/** Where the tools of the whole range are in a menu. */
const useIsNarrow = (): boolean => useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false }) ?? false

type ToolsProps = {
  unpublished: number
  /** The number of warnings, when their panel is behind a button. */
  warnings: number | null
  onPanel: () => void
  onOpen: (dialog: 'week' | 'fill' | 'publish') => void
}

/** The buttons of the whole range. */
export function CalendarTools({ unpublished, warnings, onPanel, onOpen }: ToolsProps) {
  const phone = useIsPhone()
  const narrow = useIsNarrow()
  return (
    <>
      {warnings !== null && (
        <Button
          variant="default"
          leftSection={<IconAlertTriangle {...icon} />}
          aria-label={`Huomautettavaa ${formatCount(warnings)}`}
          onClick={onPanel}
        >
          {!phone && 'Huomautettavaa '}
          <span className={phone ? undefined : classes.badge}>{formatCount(warnings)}</span>
        </Button>
      )}
      {narrow ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Lisää toimintoja">
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rangeTools.map(({ kind, label }) => (
              <Menu.Item key={kind} onClick={() => onOpen(kind)}>
                {label}…
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        warnings === null &&
        rangeTools.map(({ kind, label, icon: Icon }) => (
          <Button key={kind} variant="default" leftSection={<Icon {...icon} />} onClick={() => onOpen(kind)}>
            {label}
          </Button>
        ))
      )}
      <Button leftSection={<IconCheck {...icon} />} disabled={unpublished === 0} onClick={() => onOpen('publish')}>
        Julkaise {unpublished > 0 && <span className={classes.badge}>{formatCount(unpublished)}</span>}
      </Button>
    </>
  )
}

type Steps = Pick<ShiftChanges, 'undo' | 'redo' | 'canUndo' | 'canRedo'>

const StepButtons = ({ undo, redo, canUndo, canRedo }: Steps) => (
  <ActionIcon.Group>
    <StepButton label="Kumoa" keys="Control+Z" icon={IconArrowBackUp} isOff={!canUndo} onClick={undo} />
    <StepButton label="Tee uudelleen" keys="Control+Shift+Z" icon={IconArrowForwardUp} isOff={!canRedo} onClick={redo} />
  </ActionIcon.Group>
)

type StepProps = { label: string; keys: string; icon: typeof IconArrowBackUp; isOff: boolean; onClick: () => void }

const StepButton = ({ label, keys, icon: Icon, isOff, onClick }: StepProps) => (
  <ActionIcon
    variant="default"
    size={30}
    radius="xl"
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

export const filterNames = ['haku', 'kuljettaja', 'reitti'] as const

type FiltersProps = Pick<ToolsProps, 'onOpen'> & { data: ShiftCalendarData; shown: number; changes: Steps; wide: boolean }

/** Which drivers are shown, and the steps back and forth; with the tools that do not fit beside the heading. */
export function CalendarFilters({ data, shown, changes, wide, onOpen }: FiltersProps) {
  const { clear } = useNarrowing(filterNames, 'kuljettajia')
  const { search } = usePageSearch()
  const phone = useIsPhone()
  const narrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(() => filterNames.some((name) => search[name]))
  const routes = data.tyoreitit.filter(({ poistettu }) => !poistettu)
  if (phone && !isOpen)
    return (
      <div className={classes.filters}>
        <ListTool icon={IconFilter} onClick={() => setIsOpen(true)}>
          Rajaa
        </ListTool>
        <span className={classes.count}>{plural(shown, 'kuljettaja', 'kuljettajaa')}</span>
        <span className={classes.print}>
          <StepButtons {...changes} />
        </span>
      </div>
    )
  return (
    <div className={classes.filters}>
      <TextFilter name="haku" label="Hae nimellä, reitillä, autolla" />
      <ChoiceFilter
        name="kuljettaja"
        label="Kuljettaja"
        searchable
        data={data.kuljettajat.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter name="reitti" label="Reitti" searchable data={routes.map((route) => ({ value: route.id, label: routeTitle(route) }))} />
      {clear}
      <span className={classes.count} aria-live="polite">
        {plural(shown, 'kuljettaja', 'kuljettajaa')}
      </span>
      <span className={classes.print}>
        <StepButtons {...changes} />
        {!narrow &&
          !wide &&
          rangeTools.map(({ kind, label, icon }) => (
            <ListTool key={kind} icon={icon} onClick={() => onOpen(kind)}>
              {label}
            </ListTool>
          ))}
        {!phone && (
          <ListTool icon={IconPrinter} onClick={() => window.print()}>
            Tulosta
          </ListTool>
        )}
      </span>
    </div>
  )
}
