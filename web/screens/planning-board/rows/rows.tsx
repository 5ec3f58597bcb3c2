import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Board } from '#domain/features/planning-board/board.ts'
import { useRowChanges } from '#web/data/live/changed-rows.ts'
import { formatTime } from '#web/kit/format.ts'
import type { BoardIndex } from '../board-actions.ts'
import { hoursOf, percentOf, type Span, writtenHours } from '../board-model.ts'
import classes from '../planning-board.module.css'
import { RouteRow } from './route-row.tsx'

export const hourLabel = (at: number): string => formatTime(at).split('.')[0] ?? ''

/** Pixels, as in planning-board.module.css and route-row.module.css. */
const [headHeight, rowHeight, whoWidth] = [28, 62, 252]

type Props = {
  board: Board
  index: BoardIndex
  span: Span
  now: number
  hourPixels: number
  active: string | null
  chosen: ReadonlySet<string>
  linked: ReadonlySet<string>
  /** Called when other rows have been drawn. */
  onDrawn: () => void
}

/** The drivers' rows over the hours. Those in view are drawn, and the one that the Tab key reaches. */
export function Rows({ board, index, span, now, hourPixels, active, chosen, linked, onDrawn }: Props) {
  const hours = hoursOf(span)
  const changeOf = useRowChanges()
  const scroll = useRef<HTMLElement>(null)
  const width = useWidth(scroll)
  const lane = Math.max(hourPixels * (hours.length - 1), width - whoWidth)
  const hourWidth = lane / Math.max(1, hours.length - 1)
  const rowOfActive = active === null ? null : (index.stops.get(active)?.route.id ?? (index.routes.has(active) ? active : null))
  const tabbedRow = rowOfActive ?? board.reitit[0]?.id ?? null
  const tabbedAt = board.reitit.findIndex(({ id }) => id === tabbedRow)
  const virtual = useVirtualizer({
    count: board.reitit.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => board.reitit[at]?.id ?? at,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 3,
    // The focused row stays, wherever the others are scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...(tabbedAt < 0 ? [] : [tabbedAt]), ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new board does not scroll; only what becomes active does.
  useEffect(() => {
    if (rowOfActive !== null && tabbedAt >= 0) virtual.scrollToIndex(tabbedAt, { align: 'auto' })
  }, [active])
  useEffect(onDrawn)
  const isNow = now > span.start && now < span.end
  const nowAt = percentOf(now, span)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroll} className={classes.scroll} aria-label="Kuljettajien ajot" tabIndex={0}>
      <div className={classes.content} style={{ width: hourPixels === 0 ? '100%' : `calc(var(--who) + ${lane}px)` }}>
        <div className={classes.grid} aria-hidden>
          {hours.slice(1, -1).map((at) => (
            <i key={at} style={{ left: `${percentOf(at, span)}%` }} />
          ))}
        </div>
        <div className={classes.hours} aria-hidden>
          <div className={classes.hoursTitle}>
            <b>Kuljettajat</b>
            {board.reitit.length} vuorossa
          </div>
          <div className={classes.hourScale}>
            {writtenHours(span, hourWidth).map((at) => (
              <span key={at} className={classes.hour} style={{ left: `${percentOf(at, span)}%` }}>
                {hourLabel(at)}
              </span>
            ))}
            {isNow && (
              <span className={classes.nowLabel} style={{ left: `${nowAt}%` }}>
                {formatTime(now)}
              </span>
            )}
          </div>
        </div>
        <ul className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const route = board.reitit[at]
            if (!route) return null
            const own = route.pysahdykset.map(({ id }) => id)
            return (
              <RouteRow
                key={route.id}
                route={route}
                day={board.paiva}
                index={at}
                count={board.reitit.length}
                top={start - headHeight}
                span={span}
                works={index.works}
                hourWidth={hourWidth}
                chosen={[route.id, ...own].filter((id) => chosen.has(id)).join(' ')}
                linked={own.filter((id) => linked.has(id)).join(' ')}
                changed={[route.id, ...own].filter((id) => changeOf({ id })).join(' ')}
                tabbed={route.id === tabbedRow ? (rowOfActive === route.id ? active : route.id) : null}
              />
            )
          })}
        </ul>
        {isNow && <div className={classes.now} style={{ left: `calc(var(--who) + (100% - var(--who)) * ${nowAt / 100})` }} />}
      </div>
    </section>
  )
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return width
}
