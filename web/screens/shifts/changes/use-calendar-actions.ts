import { type KeyboardEvent, useRef, useState } from 'react'
import { type ShiftType, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { newId } from '#web/data/row.ts'
import { plural } from '#web/kit/format.ts'
import { type CellPair, pastedPairs } from '#web/ui/calendar-grid/cell-pairs.ts'
import { type Area, boundsOf, type Cell, clearSelection, selectArea, selectedCells } from '#web/ui/calendar-grid/grid-selection.ts'
import type { Grid } from '#web/ui/calendar-grid/grid-state.ts'
import type { CalendarRow } from '../rows/calendar-rows.ts'
import type { CalendarAction } from '../selection-bar.tsx'
import { readCalendarKey, sequenceTime } from './calendar-keys.ts'
import { contentAt, type PlanContext, planCopies, planFill, planMove, planMoves, planRemoval, planType, shiftsAt } from './shift-plans.ts'
import type { ShiftChanges } from './use-shift-changes.ts'

/** What was copied: the shifts by their cells at the time; `cut`: pasting moves them, within the days shown. `first` is the first of those. */
type Clipboard = { area: Area; shifts: ReadonlyMap<string, readonly ShiftRow[]>; cut: boolean; first: number | undefined }

/** The dialogs that an action opens. */
export type CalendarTask = 'car' | 'route' | 'publish' | 'message' | 'open'

type Props = {
  grid: Grid
  rows: readonly CalendarRow[]
  days: readonly number[]
  data: ShiftCalendarData
  changes: ShiftChanges
  onTask: (task: CalendarTask) => void
}

const keyOf = ({ row, column }: Cell): string => `${row}:${column}`
const count = (cells: readonly unknown[]): string => plural(cells.length, 'päivä', 'päivää')

/** What the keys, the buttons and the pointer do with the selected cells. */
export function useCalendarActions({ grid, rows, days, data, changes, onTask }: Props) {
  const [copied, setClipboard] = useState<Clipboard | null>(null)
  const clipboard = copied?.cut && copied.first !== days[0] ? null : copied
  /** When `v` was pressed, the first key of `vp` and `vl`. */
  const begun = useRef(0)
  const context: PlanContext = { rows, days, routes: data.tyoreitit, cars: data.autot, drivers: data.kuljettajat, newId }
  const size = { rows: rows.length, columns: days.length }
  const { save } = changes
  const selected = () => selectedCells(grid.read().selection)

  const setType = (type: ShiftType) => {
    const cells = selected()
    save(planType(context, cells, type), `${shiftTypes[type]}: ${count(cells)}`)
  }
  const copy = (cut: boolean) => {
    const cells = selected()
    if (cells.length === 0) return
    const area = boundsOf(grid.read().selection)
    // There is no shift of an undriven route that could be moved: it is copied.
    const contentOf = cut ? shiftsAt : contentAt
    setClipboard({ area, cut, first: days[0], shifts: new Map(cells.map((cell) => [keyOf(cell), contentOf(context, cell)])) })
  }
  const paste = () => {
    if (!clipboard || selected().length === 0) return
    const { area, shifts, cut } = clipboard
    const pairs = pastedPairs(area, boundsOf(grid.read().selection), size).filter(({ from }) => shifts.has(keyOf(from)))
    const [first, last] = [pairs[0], pairs.at(-1)]
    if (!first || !last) return
    grid.select(() => selectArea({ top: first.to.row, left: first.to.column, bottom: last.to.row, right: last.to.column }))
    const toPaste = pairs.map(({ from, to }) => ({ from, to, shifts: shifts.get(keyOf(from)) ?? [] }))
    if (cut) {
      // A cell is moved once, also when it would fit several times.
      const once = [...new Map(toPaste.toReversed().map((one) => [keyOf(one.from), one])).values()]
      setClipboard(null)
      save(planMoves(context, once), `Siirretty: ${count(once)}`, [...data.tyovuorot, ...[...shifts.values()].flat()])
    } else save(planCopies(context, toPaste), `Liitetty: ${count(pairs)}`)
  }
  const move = (pairs: readonly CellPair[], how: { item?: string | null; copies?: boolean } = {}) =>
    save(planMove(context, pairs, how), `${how.copies ? 'Kopioitu' : 'Siirretty'}: ${count(pairs)}`)

  const act = (action: CalendarAction | 'redo') => {
    const cells = selected()
    if (action === 'undo') changes.undo()
    else if (action === 'redo') changes.redo()
    else if (action === 'copy' || action === 'cut') copy(action === 'cut')
    else if (action === 'paste') paste()
    else if (action === 'remove') save(planRemoval(context, cells), `Poistettu: ${count(cells)}`)
    else if (action === 'clear') {
      setClipboard(null)
      grid.select(clearSelection)
    } else if (cells.length > 0) onTask(action)
  }

  const onKey = (event: KeyboardEvent): boolean => {
    const key = readCalendarKey(event, Date.now() - begun.current < sequenceTime)
    begun.current = key?.kind === 'begins' ? Date.now() : 0
    if (!key) return false
    if (key.kind === 'type') setType(key.type)
    if (key.kind === 'action') act(key.action)
    return true
  }

  return {
    context,
    setType,
    act,
    onKey,
    canPaste: clipboard !== null,
    onMove: (pairs: readonly CellPair[], how: { item: string | null; copies: boolean }) => move(pairs, how),
    onFill: (pairs: readonly CellPair[]) => save(planFill(context, pairs), `Toistettu: ${count(pairs)}`),
  }
}
