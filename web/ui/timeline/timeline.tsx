import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, type CSSProperties, type ReactNode, useRef } from 'react'
import { BorderHandle, type TimelineBorder } from './border-handle.tsx'
import { fullHours, shareOf, type TimeScale } from './time-scale.ts'
import classes from './timeline.module.css'

/** A part of the bar; moments are unix seconds. */
export type TimelineSegment = {
  id: string
  start: number
  end: number
  color: string
  icon: ComponentType<IconProps>
  label: string
  /** Under the label where there is room: `2 h 12 min`. */
  detail: string
  /** Drawn hatched: proposed, or still running. */
  look?: 'proposed' | 'running'
}
/** A stretch on a row above or below the bar. `outline`: drawn as a frame with its text above it. */
export type TimelineSpan = { id: string; start: number; end: number; text: string; color: string; background?: string }
export type TimelineRow = {
  id: string
  label: ReactNode
  /** `band`: filled with its text inside; `bracket`: a line over the bar; `thin`: colours alone; `outline`: frames around parts of the row below it. */
  look: 'band' | 'bracket' | 'thin' | 'outline'
  spans: readonly TimelineSpan[]
}

type Props = {
  label: string
  barLabel: string
  scale: TimeScale
  /** The text of a full hour, and whether it is the first one of a day. */
  hourText: (at: number) => { text: string; day: string | null }
  above: readonly TimelineRow[]
  segments: readonly TimelineSegment[]
  below: readonly TimelineRow[]
  borders: readonly TimelineBorder[]
  selected: string | null
  /** A segment was pressed. */
  onSelect: (id: string) => void
  /** While a border is dragged; null when the drag was given up. */
  onPreview: (moved: { id: string; at: number } | null) => void
  onMove: (id: string, at: number) => void
}

/** The narrowest hour, in pixels: a longer day scrolls inside the timeline. */
const narrowestHour = 58
const maxHours = 26

const placed = (scale: TimeScale, { start, end }: { start: number; end: number }): CSSProperties => ({
  left: `${shareOf(scale, start) * 100}%`,
  width: `${(shareOf(scale, end) - shareOf(scale, start)) * 100}%`,
})

/** A bar of coloured segments over hours, with rows above and below it, and borders that can be dragged. What it shows must be reachable as text elsewhere. */
export function Timeline(props: Props) {
  const { label, barLabel, scale, hourText, above, segments, below, borders, selected, onSelect, onPreview, onMove } = props
  const bar = useRef<HTMLDivElement>(null)
  const hours = fullHours(scale, maxHours)
  const width = ((scale.to - scale.from) / 3600) * narrowestHour
  return (
    <section className={classes.frame} aria-label={label}>
      <div className={classes.grid} style={{ '--axis': `${Math.round(width)}px` } as CSSProperties}>
        <div className={classes.label} />
        <div className={classes.hours} aria-hidden>
          {hours.map((at) => {
            const { text, day } = hourText(at)
            return (
              <span key={at} data-day={day !== null || undefined} style={{ left: `${shareOf(scale, at) * 100}%` }}>
                {day !== null && <b>{day}</b>} {text}
              </span>
            )
          })}
        </div>
        <div className={classes.ticks} aria-hidden>
          {hours.map((at) => (
            <i key={at} data-day={hourText(at).day !== null || undefined} style={{ left: `${shareOf(scale, at) * 100}%` }} />
          ))}
        </div>
        {above.map((row) => (
          <Row key={row.id} row={row} scale={scale} />
        ))}
        <div className={classes.label} data-bar>
          {barLabel}
        </div>
        <div ref={bar} className={classes.bar}>
          {segments.map((segment) => (
            <Segment key={segment.id} segment={segment} scale={scale} selected={segment.id === selected} onSelect={onSelect} />
          ))}
          {borders.map((border) => (
            <BorderHandle key={border.id} border={border} scale={scale} bar={bar} onPreview={onPreview} onMove={onMove} />
          ))}
        </div>
        {below.map((row) => (
          <Row key={row.id} row={row} scale={scale} />
        ))}
      </div>
    </section>
  )
}

function Row({ row: { label, look, spans }, scale }: { row: TimelineRow; scale: TimeScale }) {
  return (
    <>
      <div className={classes.label}>{label}</div>
      <div className={classes.row} data-look={look}>
        {spans.map(({ id, start, end, text, color, background }) => (
          <div
            key={id}
            className={classes.span}
            title={text}
            style={{ ...placed(scale, { start, end }), '--color': color, '--background': background ?? color } as CSSProperties}
          >
            {look !== 'thin' && <span>{text}</span>}
          </div>
        ))}
      </div>
    </>
  )
}

type SegmentProps = { segment: TimelineSegment; scale: TimeScale; selected: boolean; onSelect: (id: string) => void }

function Segment({ segment, scale, selected, onSelect }: SegmentProps) {
  const { id, color, icon: Icon, label, detail, look } = segment
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a short way to the table's row, which keyboards reach themselves
    <div
      className={classes.segment}
      style={{ ...placed(scale, segment), '--color': color } as CSSProperties}
      data-look={look}
      data-selected={selected || undefined}
      title={`${label} ${detail}`}
      onClick={() => onSelect(id)}
    >
      <span className={classes.content} aria-hidden>
        <Icon size={16} stroke={2} />
        <span>
          {label}
          <small>{detail}</small>
        </span>
      </span>
    </div>
  )
}
