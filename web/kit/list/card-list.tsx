import { Skeleton } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { type Markable, useRowChanges } from '#web/data/live/changed-rows.ts'
import classes from './card-list.module.css'
import { ChangedMark } from './changed-mark.tsx'
import { type ListRows, lengthOf } from './list-rows.ts'

type Props<T extends Markable> = { label: string; list: ListRows<T>; card: (row: T) => ReactNode }

/** The rows of a list as cards, for a screen too narrow for a table; scrolls with the page. */
export function CardList<T extends Markable>({ label, list, card }: Props<T>) {
  const top = useRef<HTMLUListElement>(null)
  const { rows, more, stuck, window: rowWindow } = list
  const inPlace = rowWindow !== undefined
  const keyOf = useCallback((index: number) => (inPlace ? index : (rows[index]?.id ?? index)), [inPlace, rows])
  const changeOf = useRowChanges()
  const virtual = useWindowVirtualizer({
    count: lengthOf(list),
    estimateSize: () => 120,
    overscan: 6,
    gap: 8,
    scrollMargin: top.current?.offsetTop ?? 0,
    getItemKey: keyOf,
  })
  const items = virtual.getVirtualItems()
  const lastVisible = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (more && !stuck && lastVisible >= rows.length - 8) more()
  }, [more, stuck, lastVisible, rows.length])
  const firstVisible = items[0]?.index ?? 0
  const onVisible = rowWindow?.onVisible
  useEffect(() => {
    if (lastVisible >= 0) onVisible?.(firstVisible, lastVisible)
  }, [onVisible, firstVisible, lastVisible])

  if (list.state === 'pending') {
    return (
      <div className={classes.pending} aria-hidden>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={112} radius="lg" />
        ))}
      </div>
    )
  }
  return (
    <ul ref={top} className={classes.list} aria-label={label} style={{ height: virtual.getTotalSize() }}>
      {items.map((item) => {
        const row = rows[rowWindow ? rowWindow.at(item.index) : item.index]
        return (
          (row || rowWindow) && (
            <li
              key={row?.id ?? item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={classes.item}
              aria-setsize={list.count}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              <ChangedMark change={row ? changeOf(row) : null} />
              {row ? card(row) : <Skeleton height={112} radius="lg" />}
            </li>
          )
        )
      })}
    </ul>
  )
}
