import { type GridLayout, nearestCell } from './cell-at.ts'
import type { CellPair } from './cell-pairs.ts'
import { filledPairs, movedPairs } from './cell-pairs.ts'
import { boundsOf, type Cell, extendTo, isSelected, press, selectArea, selectedCells } from './grid-selection.ts'
import type { Drag, Grid, GridState } from './grid-state.ts'

export type GridMoves = {
  /** The content of cells, or one of a cell's items (`item`), is dropped on others. */
  onMove: (pairs: readonly CellPair[], how: { item: string | null; copies: boolean }) => void
  /** The selected rectangle was repeated over more cells. */
  onFill: (pairs: readonly CellPair[]) => void
  onOpen: (cell: Cell) => void
}

type Press = { pointer: number; x: number; y: number; cell: Cell; item: string | null; touch: boolean; canMove: boolean; long: boolean }

/** What one press remembers until it ends; `adds`: after a long press the next taps add cells, until the selection is cleared. */
export type PointerMemory = { press: Press | null; timer: ReturnType<typeof setTimeout> | undefined; frame: number; adds: boolean }

export type PointerContext = GridMoves & {
  grid: Grid
  layout: GridLayout
  root: HTMLElement
  /** Dragging a cell with content moves it; dragging an empty one selects a rectangle. */
  hasContent: (cell: Cell) => boolean
  memory: PointerMemory
}

/** The fields of a pointer event that are read here. */
type Pointer = {
  pointerId: number
  pointerType: string
  button: number
  clientX: number
  clientY: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  target: EventTarget
}
type Point = Pick<Pointer, 'clientX' | 'clientY' | 'ctrlKey'>

/** Pixels that a pointer may move before a press becomes a drag. */
const slack = { mouse: 4, touch: 10 }
/** Milliseconds until a finger that rests on a cell selects it. */
const longPress = 450
/** Within this distance from an edge (pixels) the grid scrolls while something is dragged. */
const edge = 36
const maxScroll = 14

const controls = 'button,a,input,textarea,select'

const setDrag = (grid: Grid, drag: Drag | null) => grid.update((before) => (before.drag === drag ? before : { ...before, drag }))

function begin({ root, memory }: PointerContext, event: Pointer, { cell, canMove }: Pick<Press, 'cell' | 'canMove'>): void {
  const touch = event.pointerType === 'touch'
  const item = event.target instanceof Element ? event.target.closest('[data-item]')?.getAttribute('data-item') : null
  memory.press = {
    ...{ pointer: event.pointerId, x: event.clientX, y: event.clientY, cell, canMove, touch, long: false },
    item: item ?? null,
  }
  root.focus({ preventScroll: true })
}

export function pointerDown(context: PointerContext, event: Pointer): void {
  const { root, layout, memory } = context
  const { target } = event
  if (event.button !== 0 || !(target instanceof Element) || target.closest(controls)) return
  if (target.closest('[data-handle]')) pressHandle(context, event)
  else if (!pressHeading(context, target)) {
    const cell = target.closest('[role=gridcell]') && nearestCell(root, event, layout)
    if (!cell) return
    if (event.pointerType === 'touch') {
      begin(context, event, { cell, canMove: false })
      memory.timer = setTimeout(() => hold(context, cell), longPress)
    } else pressCell(context, event, cell)
  }
}

function pressHandle(context: PointerContext, event: Pointer): void {
  const { grid, root } = context
  const source = boundsOf(grid.read().selection)
  const cell = { row: source.bottom, column: source.right }
  begin(context, event, { cell, canMove: false })
  root.setPointerCapture(event.pointerId)
  setDrag(grid, { kind: 'fill', source, to: cell })
}

/** The heading of a row or a day selects all of its cells. */
function pressHeading({ grid, layout: { size, hasPinnedRow } }: PointerContext, target: Element): boolean {
  const row = target.closest('[role=rowheader]')?.parentElement?.dataset.row
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column
  if (row !== undefined) grid.select(() => selectArea({ top: Number(row), bottom: Number(row), left: 0, right: size.columns - 1 }))
  else if (column !== undefined)
    grid.select(() => selectArea({ top: hasPinnedRow ? 1 : 0, bottom: size.rows - 1, left: Number(column), right: Number(column) }))
  return row !== undefined || column !== undefined
}

function pressCell(context: PointerContext, event: Pointer, cell: Cell): void {
  const { grid, root, hasContent, memory } = context
  const { selection } = grid.read()
  const [shift, ctrl] = [event.shiftKey, event.ctrlKey || event.metaKey]
  const movable = !shift && hasContent(cell)
  const among = isSelected(selection, cell)
  begin(context, event, { cell, canMove: movable && (!ctrl || among) })
  root.setPointerCapture(event.pointerId)
  memory.adds = false
  // One of the selected cells: they may be about to be dragged together, so the press changes them only when it ends.
  if (shift || !(movable && among)) grid.select((before) => press(before, cell, { shift, ctrl }))
  if (!movable && !ctrl) setDrag(grid, { kind: 'select' })
}

function hold({ grid, memory }: PointerContext, cell: Cell): void {
  if (!memory.press) return
  memory.press.long = true
  navigator.vibrate?.(12)
  grid.update(({ selection }) => ({ selection: press(selection, cell, { ctrl: memory.adds }), drag: { kind: 'select' } }))
  memory.adds = true
}

const isSame = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column

/** The state when the pointer is over `to`; the same object when nothing changes. */
function draggedTo(state: GridState, to: Cell, copies: boolean): GridState {
  const { drag, selection } = state
  if (!drag) return state
  if (drag.kind === 'select') return isSame(selection.cursor, to) ? state : { ...state, selection: extendTo(selection, to) }
  if (drag.kind === 'fill') return isSame(drag.to, to) ? state : { ...state, drag: { ...drag, to } }
  return isSame(drag.to, to) && drag.copies === copies ? state : { ...state, drag: { ...drag, to, copies } }
}

function follow({ grid, root, layout, memory }: PointerContext, event: Point): void {
  const to = memory.press && nearestCell(root, event, layout)
  if (to) grid.update((before) => draggedTo(before, to, event.ctrlKey))
}

export function pointerMove(context: PointerContext, event: Pointer): void {
  const { grid, memory } = context
  const from = memory.press
  if (from?.pointer !== event.pointerId) return
  const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > (from.touch ? slack.touch : slack.mouse)
  const { drag, selection } = grid.read()
  if (drag === null) {
    if (!far) return
    // The finger scrolls the grid.
    if (from.touch) forget(memory)
    if (from.touch || !from.canMove) return
    const cells = selectedCells(selection)
    const item = cells.length === 1 ? from.item : null
    setDrag(grid, { kind: 'move', cells, item, from: from.cell, to: from.cell, copies: event.ctrlKey })
  }
  follow(context, event)
  const { clientX, clientY, ctrlKey } = event
  cancelAnimationFrame(memory.frame)
  memory.frame = requestAnimationFrame(() => scrollAtEdge(context, { clientX, clientY, ctrlKey }))
}

const speed = (before: number, after: number): number => {
  const depth = before < edge ? before - edge : after < edge ? edge - after : 0
  return Math.max(-maxScroll, Math.min(maxScroll, Math.round((depth / edge) * maxScroll)))
}

/** Scrolls while the pointer is near an edge, and goes on until it leaves it. */
function scrollAtEdge(context: PointerContext, at: Point): void {
  const { root, memory } = context
  if (!memory.press) return
  const { left, right, top, bottom } = root.getBoundingClientRect()
  const [x, y] = [speed(at.clientX - left, right - at.clientX), speed(at.clientY - top, bottom - at.clientY)]
  if (x === 0 && y === 0) return
  root.scrollBy(x, y)
  follow(context, at)
  memory.frame = requestAnimationFrame(() => scrollAtEdge(context, at))
}

function tap({ grid, memory, onOpen }: PointerContext, cell: Cell): void {
  const { selection } = grid.read()
  const selected = selectedCells(selection)
  if (selected.length === 0) memory.adds = false
  if (!memory.adds && selected.length === 1 && isSelected(selection, cell)) onOpen(cell)
  else grid.select((before) => press(before, cell, { ctrl: memory.adds }))
}

export function pointerUp(context: PointerContext, event: Pointer): void {
  const { grid, memory } = context
  const from = memory.press
  if (from?.pointer !== event.pointerId) return
  const { drag, selection } = grid.read()
  forget(memory)
  if (drag) {
    setDrag(grid, null)
    finish(context, drag)
    return
  }
  if (from.touch) {
    tap(context, from.cell)
    return
  }
  const ctrl = event.ctrlKey || event.metaKey
  if (from.canMove && (ctrl || selectedCells(selection).length > 1)) grid.select((before) => press(before, from.cell, { ctrl }))
}

function finish({ grid, layout, onMove, onFill }: PointerContext, drag: Drag): void {
  const selectBounds = (kept: readonly Cell[]) => grid.select((before) => selectArea(boundsOf({ ...before, open: false, kept })))
  if (drag.kind === 'move') {
    const pairs = movedPairs(drag.cells, { from: drag.from, to: drag.to, size: layout.size })
    if (pairs.length === 0) return
    selectBounds(pairs.map(({ to }) => to))
    onMove(pairs, { item: drag.item, copies: drag.copies })
  } else if (drag.kind === 'fill') {
    const { top, left, bottom, right } = drag.source
    const pairs = filledPairs(drag.source, drag.to)
    if (pairs.length === 0) return
    selectBounds([{ row: top, column: left }, { row: bottom, column: right }, ...pairs.map(({ to }) => to)])
    onFill(pairs)
  }
}

export function forget(memory: PointerMemory): void {
  clearTimeout(memory.timer)
  cancelAnimationFrame(memory.frame)
  memory.press = null
}

export function cancelDrag({ grid, memory }: Pick<PointerContext, 'grid' | 'memory'>): void {
  forget(memory)
  setDrag(grid, null)
}
