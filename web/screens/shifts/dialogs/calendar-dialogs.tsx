import { Modal, Text } from '@mantine/core'
import { routeLabel, routeTitle } from '#domain/entities/shift/route-label.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { SmsDialog } from '#web/features/sms/sms-dialog.tsx'
import { formatDay, plural } from '#web/kit/format.ts'
import { boundsOf, selectedCells } from '#web/ui/calendar-grid/grid-selection.ts'
import type { Grid } from '#web/ui/calendar-grid/grid-state.ts'
import type { CalendarRange } from '../calendar-range.ts'
import { type PlanContext, planCar, planRoute } from '../changes/shift-plans.ts'
import type { ShiftChanges } from '../changes/use-shift-changes.ts'
import { Publication } from '../panel/publication.tsx'
import type { CalendarRow } from '../rows/calendar-rows.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { CopyWeekDialog } from './copy-week-dialog.tsx'
import { FillDialog } from './fill-dialog.tsx'
import { ShiftEditor } from './shift-editor.tsx'

export type OpenDialog =
  | { kind: 'editor'; driver: string; day: number; shifts: readonly ShiftRow[] }
  | { kind: 'car' | 'route' | 'message' | 'week' | 'fill' }
  /** Of the selected cells, or of the whole range. */
  | { kind: 'publish'; selected: boolean }

type Props = {
  dialog: OpenDialog
  data: ShiftCalendarData
  range: CalendarRange
  grid: Grid
  rows: readonly CalendarRow[]
  context: PlanContext
  changes: ShiftChanges
  onClose: () => void
}

/** The dialogs of the calendar: those of the selected cells, and those of the range. */
export function CalendarDialogs({ dialog, data, range, grid, rows, context, changes, onClose }: Props) {
  const cells = selectedCells(grid.read().selection)
  if (dialog.kind === 'editor') return <ShiftEditor data={data} {...dialog} onSave={changes.save} onClose={onClose} />
  if (dialog.kind === 'week') return <CopyWeekDialog data={data} range={range} onCopy={changes.save} onClose={onClose} />
  if (dialog.kind === 'message') return <SmsDialog users={cells.flatMap(({ row }) => rows[row]?.driver?.id ?? [])} onClose={onClose} />
  if (dialog.kind === 'fill') {
    const fill = async () => {
      await changes.run(
        { operation: 'OPERATION_FILL_DEFAULTS', min: range.first, max: range.days.at(-1) ?? range.first },
        'Oletukset täytetty',
      )
      onClose()
    }
    return <FillDialog data={data} range={range} isRunning={changes.isSaving} onFill={() => void fill()} onClose={onClose} />
  }
  if (dialog.kind === 'publish') return <PublishDialog selected={dialog.selected} {...{ data, range, grid, rows, changes, onClose }} />
  if (dialog.kind === 'car')
    return (
      <ChooseDialog
        title="Auto valituille päiville"
        label="Auto"
        none="Ilman autoa"
        data={data.autot.filter(({ poistettu }) => !poistettu).map(({ id, rekisterinumero }) => ({ value: id, label: rekisterinumero }))}
        onChoose={(id) => changes.save(planCar(context, cells, id), `Auto: ${plural(cells.length, 'päivä', 'päivää')}`)}
        onClose={onClose}
      />
    )
  return (
    <ChooseDialog
      title="Reitti valituille päiville"
      label="Reitti"
      data={data.tyoreitit.filter(({ poistettu }) => !poistettu).map((route) => ({ value: route.id, label: routeTitle(route) }))}
      onChoose={(id) => {
        const route = data.tyoreitit.find((one) => one.id === id)
        if (route) changes.save(planRoute(context, cells, route), `Reitti ${routeLabel(route)}: ${plural(cells.length, 'päivä', 'päivää')}`)
      }}
      onClose={onClose}
    />
  )
}

type PublishProps = Pick<Props, 'data' | 'range' | 'grid' | 'rows' | 'changes' | 'onClose'> & { selected: boolean }

function PublishDialog({ selected, data, range, grid, rows, changes, onClose }: PublishProps) {
  const { selection } = grid.read()
  const bounds = boundsOf(selection)
  const chosen = selected ? [...new Set(selectedCells(selection).map(({ row }) => row))].flatMap((row) => rows[row] ?? []) : rows
  const drivers = chosen.flatMap(({ driver }) => driver?.id ?? [])
  const dayAt = (column: number): number => range.days[column] ?? range.first
  const [min, max] = selected ? [dayAt(bounds.left), dayAt(bounds.right)] : [range.first, dayAt(range.days.length - 1)]
  return (
    <Modal opened onClose={onClose} title="Julkaise vuorot" size="md" returnFocus>
      {selected && (
        <Text mb="sm">
          Julkaistaan valittujen kuljettajien kaikki vuorot {min === max ? formatDay(min) : `${formatDay(min)}–${formatDay(max)}`}.
        </Text>
      )}
      <Publication data={data} of={{ drivers, min, max }} changes={changes} onDone={onClose} />
    </Modal>
  )
}
