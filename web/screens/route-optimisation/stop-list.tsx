import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical, IconLock, IconLockOpen, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OptimisedRoute } from '#domain/features/route-optimisation/optimise-route.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { formatDay, formatMinutes, formatTime } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from './route-optimisation.module.css'
import { type DriveStop, moveStop } from './route-plan.ts'

const kind = Symbol('stop')
const idOf = (data: Record<string | symbol, unknown>): string | null => (kind in data && typeof data.id === 'string' ? data.id : null)

type Times = OptimisedRoute['times'][number]
type Props = {
  stops: readonly DriveStop[]
  /** Of each stop in their order; undefined until they are known. */
  times: readonly Times[] | undefined
  onChange: (stops: DriveStop[], spoken: string) => void
  onRemove: (id: string) => void
}

/** The stops in their order, which is changed by dragging or with the arrows of a row. */
export function StopList({ stops, times, onChange, onRemove }: Props) {
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
          times={times?.[index]}
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
  times: Times | undefined
  index: number
  count: number
  onMove: (id: string, to: number) => void
  onLock: () => void
  onRemove: () => void
}

function StopRow({ stop, times, index, count, onMove, onLock, onRemove }: RowProps) {
  const { id, label, approximate, locked } = stop
  const { ref, over } = useDraggedStop({ id, index, onMove })
  return (
    <li ref={ref} className={classes.stop} data-over={over || undefined} data-locked={locked || undefined}>
      <IconGripVertical size={18} className={classes.grip} aria-hidden />
      <span className={classes.number}>{index + 1}</span>
      <StopText label={label} approximate={approximate}>
        <StopTimes stop={stop} times={times} />
      </StopText>
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

/** `klo 20.05`, `la 28.11. klo 2.12` */
const arrivalText = (at: number): string => `${startOfDay(at) === startOfDay(nowSeconds()) ? '' : `${formatDay(at)} `}klo ${formatTime(at)}`

/** When the stop is reached, its window, and minutes too early or too late. */
function StopTimes({ stop: { begin, end }, times }: { stop: DriveStop; times: Times | undefined }) {
  const from = begin > 0 ? formatTime(begin) : ''
  const window = begin > 0 || end > 0 ? `aikaikkuna ${from}–${end > 0 ? formatTime(end) : ''}` : ''
  const late = times ? Math.ceil(times.late / 60) : 0
  const waiting = times ? Math.floor(times.waiting / 60) : 0
  if (!times && window === '') return null
  return (
    <span className={classes.times}>
      {[times ? arrivalText(times.arrival) : '', window].filter(Boolean).join(' · ')}
      {late > 0 && <strong data-late> myöhässä {formatMinutes(late)}</strong>}
      {late === 0 && waiting >= shownWaiting && <span data-waiting> odotusta {formatMinutes(waiting)}</span>}
    </span>
  )
}

/** Minutes. */
const shownWaiting = 10

type TextProps = Pick<DriveStop, 'label' | 'approximate'> & { children?: ReactNode }
export const StopText = ({ label, approximate, children }: TextProps) => (
  <span className={classes.label}>
    {label}
    {approximate && <span className={classes.approximate}>likimääräinen sijainti</span>}
    {children}
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
