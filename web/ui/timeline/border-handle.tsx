import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { keyMinutes, momentAt, shareOf, type TimeScale } from './time-scale.ts'
import classes from './timeline.module.css'

/** A border between segments that can be moved from `min` to `max` (unix seconds). */
export type TimelineBorder = {
  id: string
  at: number
  min: number
  max: number
  /** For screen readers: `Lastaus alkaa`. */
  label: string
  /** The moment as text. */
  value: string
  /** What lies before and after it: `Odotus 20 min`, `Lastaus 27 min`. */
  before: string
  after: string
}

type Props = {
  border: TimelineBorder
  scale: TimeScale
  bar: RefObject<HTMLDivElement | null>
  onPreview: (moved: { id: string; at: number } | null) => void
  onMove: (id: string, at: number) => void
}

/** A slider: dragged with a mouse or a finger, moved with arrow keys by a minute, with Shift by five. */
export function BorderHandle({ border, scale, bar, onPreview, onMove }: Props) {
  const { id, at, min, max, label, value, before, after } = border
  const [isHeld, setIsHeld] = useState(false)
  /** Where the pointer is; null while nothing is dragged. */
  const held = useRef<number | null>(null)
  const within = (moment: number): number => Math.min(Math.max(moment, min), max)
  const release = (keep: boolean) => {
    const to = held.current
    held.current = null
    setIsHeld(false)
    if (to === null) return
    onPreview(null)
    if (keep) onMove(id, to)
  }
  const drag = ({ clientX }: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect()
    if (held.current === null || !box || box.width === 0) return
    held.current = within(momentAt(scale, (clientX - box.left) / box.width))
    onPreview({ id, at: held.current })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held.current !== null) return release(false)
    const minutes = keyMinutes(event.key, event.shiftKey)
    const to = event.key === 'Home' ? min : event.key === 'End' ? max : minutes === null ? null : at + minutes * 60
    if (to === null || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    if (within(to) !== at) onMove(id, within(to))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      style={{ left: `${shareOf(scale, at) * 100}%` }}
      data-held={isHeld || undefined}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={at}
      aria-valuetext={value}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = at
        setIsHeld(true)
      }}
      onPointerMove={drag}
      onPointerUp={() => release(true)}
      onPointerCancel={() => release(false)}
      onKeyDown={press}
    >
      <span className={classes.tip} aria-hidden>
        {before} <b>{value}</b> {after}
      </span>
    </div>
  )
}
