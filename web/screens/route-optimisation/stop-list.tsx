import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical, IconLock, IconLockOpen, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './route-optimisation.module.css'
import { type DriveStop, moveStop } from './route-plan.ts'

const kind = Symbol('stop')
const idOf = (data: Record<string | symbol, unknown>): string | null => (kind in data && typeof data.id === 'string' ? data.id : null)

type Props = { stops: readonly DriveStop[]; onChange: (stops: DriveStop[], spoken: string) => void; onRemove: (id: string) => void }

/** The stops in their order, which is changed by dragging or with the arrows of a row. */
export function StopList({ stops, onChange, onRemove }: Props) {
  const move = (id: string, to: number) => {
    const moved = moveStop(stops, id, to)
    const label = stops.find((stop) => stop.id === id)?.label ?? ''
    onChange(moved, `${label}: nyt ${moved.findIndex((stop) => stop.id === id) + 1}. pysähdys`)
  }
  return (
    <ol className={classes.stops} aria-label="Pysähdykset järjestyksessä">
      {stops.map((stop, index) => (
        <StopRow
          key={stop.id}
          stop={stop}
          index={index}
          count={stops.length}
          onMove={move}
          onLock={() =>
            onChange(
              stops.map((one) => (one === stop ? { ...one, locked: !one.locked } : one)),
              `${stop.label}: ${stop.locked ? 'lukitus poistettu' : 'lukittu paikalleen'}`,
            )
          }
          onRemove={() => onRemove(stop.id)}
        />
      ))}
    </ol>
  )
}

type RowProps = {
  stop: DriveStop
  index: number
  count: number
  onMove: (id: string, to: number) => void
  onLock: () => void
  onRemove: () => void
}

function StopRow({ stop: { id, label, approximate, locked }, index, count, onMove, onLock, onRemove }: RowProps) {
  const { ref, over } = useDraggedStop({ id, index, onMove })
  return (
    <li ref={ref} className={classes.stop} data-over={over || undefined} data-locked={locked || undefined}>
      <IconGripVertical size={18} className={classes.grip} aria-hidden />
      <span className={classes.number}>{index + 1}</span>
      <StopText label={label} approximate={approximate} />
      <span className={classes.tools}>
        <Tool label={`${locked ? 'Poista lukitus' : 'Lukitse paikalleen'}: ${label}`} pressed={locked} onClick={onLock}>
          {locked ? <IconLock size={18} aria-hidden /> : <IconLockOpen size={18} aria-hidden />}
        </Tool>
        <Tool label={`Siirrä ylös: ${label}`} disabled={index === 0} onClick={() => onMove(id, index - 1)}>
          <IconChevronUp size={18} aria-hidden />
        </Tool>
        <Tool label={`Siirrä alas: ${label}`} disabled={index === count - 1} onClick={() => onMove(id, index + 1)}>
          <IconChevronDown size={18} aria-hidden />
        </Tool>
        <Tool label={`Poista reitiltä: ${label}`} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </Tool>
      </span>
    </li>
  )
}

export const StopText = ({ label, approximate }: Pick<DriveStop, 'label' | 'approximate'>) => (
  <span className={classes.label}>
    {label}
    {approximate && <span className={classes.approximate}>likimääräinen sijainti</span>}
  </span>
)

type ToolProps = { label: string; pressed?: boolean; disabled?: boolean; onClick: () => void; children: ReactNode }

export const Tool = ({ label, pressed, disabled = false, onClick, children }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color={pressed ? undefined : 'gray'}
    className={classes.tool}
    aria-label={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
)

/** A row that can be dragged, and onto which another one can be dropped: it takes the place of this one. */
function useDraggedStop({ id, index, onMove }: { id: string; index: number; onMove: (id: string, to: number) => void }) {
  const ref = useRef<HTMLLIElement>(null)
  const [over, setOver] = useState(false)
  const drop = useEffectEvent((data: Record<string | symbol, unknown>) => {
    setOver(false)
    const dragged = idOf(data)
    if (dragged !== null && dragged !== id) onMove(dragged, index)
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const stops = [
      draggable({ element, getInitialData: () => ({ [kind]: true, id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => idOf(source.data) !== null,
        getDropEffect: () => 'move',
        onDragEnter: ({ source }) => setOver(idOf(source.data) !== id),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => drop(source.data),
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [id])
  return { ref, over }
}
