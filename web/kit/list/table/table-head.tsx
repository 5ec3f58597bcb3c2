import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Column, type ColumnLayout, nextSort, widthLimits } from '../columns.ts'
import classes from '../data-table.module.css'

type Fitted<T> = { column: Column<T>; width: number }
type Props<T> = {
  columns: readonly Fitted<T>[]
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  layout: ColumnLayout | undefined
  /** Called with the width of a column while its edge is dragged, and with null at the end. */
  onDraft: (draft: { id: string; width: number } | null) => void
  /** Added to the width of the last column. */
  room: number
  /** The rows unfold. */
  folds: boolean
  /** The box that selects all rows. */
  tick: ReactNode
}

/** The headings: a press sorts, dragging one moves its column, and its right edge changes the width. */
export function TableHead<T>({ columns, sort, onSort, layout, onDraft, room, folds, tick }: Props<T>) {
  return (
    <>
      <colgroup>
        {tick && <col style={{ width: 36 }} />}
        {folds && <col style={{ width: 32 }} />}
        {columns.map(({ column, width }, at) => (
          <col key={column.id} style={{ width: width + (at === columns.length - 1 ? room : 0) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {tick && (
            <th scope="col" className={classes.tick}>
              {tick}
            </th>
          )}
          {folds && (
            <th scope="col">
              <span className={classes.hidden}>Rivit</span>
            </th>
          )}
          {columns.map(({ column, width }) => (
            <Heading key={column.id} column={column} width={width} sort={sort} onSort={onSort} layout={layout} onDraft={onDraft} />
          ))}
        </tr>
      </thead>
    </>
  )
}

// A string, since TypeScript allows no symbol as a key of an adapter's data.
const kind = 'kuorma-column'

type HeadingProps<T> = Fitted<T> & Pick<Props<T>, 'sort' | 'onSort' | 'layout' | 'onDraft'>

function Heading<T>({ column, width, sort, onSort, layout, onDraft }: HeadingProps<T>) {
  const { id, sort: key, header } = column
  const ref = useRef<HTMLTableCellElement>(null)
  const [over, setOver] = useState(false)
  const move = useEffectEvent((from: unknown) => {
    setOver(false)
    if (typeof from === 'string') layout?.onMove(from, id)
  })
  const movable = layout !== undefined
  useEffect(() => {
    const element = ref.current
    if (!element || !movable) return
    const ends = [
      draggable({
        element,
        canDrag: ({ input }) => !(document.elementFromPoint(input.clientX, input.clientY)?.closest('[role=separator]') ?? false),
        getInitialData: () => ({ [kind]: id }),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => kind in source.data && source.data[kind] !== id,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => move(source.data[kind]),
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [id, movable])
  const direction = key && sort === key ? 'ascending' : key && sort === `-${key}` ? 'descending' : undefined
  return (
    <th ref={ref} scope="col" aria-label={header} data-numeric={column.numeric} aria-sort={direction} data-over={over || undefined}>
      {key && onSort ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(nextSort(sort, key))}>
          {header}
          {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        header
      )}
      {layout && (
        <WidthHandle
          label={header}
          width={width}
          onDraft={(next) => onDraft({ id, width: next })}
          onWidth={(next) => {
            onDraft(null)
            layout.onWidth(id, next)
          }}
        />
      )}
    </th>
  )
}

type HandleProps = { label: string; width: number; onDraft: (width: number) => void; onWidth: (width: number | null) => void }

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -10, ArrowRight: 10 }

/** The edge of a heading: dragged, or moved with the arrow keys; a double press or Del gives the default width again. */
function WidthHandle({ label, width, onDraft, onWidth }: HandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const dragged = (event: PointerEvent): number | null => start.current && start.current.width + event.clientX - start.current.x
  const onPointerMove = (event: PointerEvent) => {
    const next = dragged(event)
    if (next !== null) onDraft(Math.max(widthLimits.min, next))
  }
  const onPointerUp = (event: PointerEvent) => {
    const next = dragged(event)
    const isMoved = next !== null && Math.abs(next - (start.current?.width ?? 0)) > 2
    start.current = null
    if (isMoved) onWidth(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined && event.key !== 'Delete') return
    event.preventDefault()
    event.stopPropagation()
    onWidth(step === undefined ? null : width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator with a value is a control, which <hr> is not
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Sarakkeen ${label} leveys`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={widthLimits.min}
      aria-valuemax={widthLimits.max}
      tabIndex={0}
      className={classes.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    />
  )
}
