import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { BoardActs, BoardIndex } from './board-actions.ts'
import { hasDriver } from './board-keys.ts'
import { percentOf, type Span, stopAfter, worksOf } from './board-model.ts'

const kind = Symbol('board')
type Dragged = { [kind]: true; what: 'stop' | 'work'; ids: readonly string[]; element: HTMLElement }
type Dropped = { on: 'route'; route: string; at: number | null } | { on: 'free' }

type Options = { board: RefObject<HTMLElement | null>; index: BoardIndex; span: Span; acts: BoardActs; chosen: ReadonlySet<string> }

const isDragged = (data: Record<string | symbol, unknown>): data is Dragged => data[kind] === true
/** The moment at a pointer's place in a lane. */
const momentAt = (lane: Element, x: number, { start, end }: Span): number => {
  const { left, width } = lane.getBoundingClientRect()
  return start + ((x - left) / width) * (end - start)
}

/**
 * Drags of unassigned work and of stops, onto a lane (that place), a driver's name (the best place) or the list of unassigned work. The elements are
 * registered once for each answer of the server; while something is dragged only the marked lane's own attributes change.
 */
export function useBoardDrag({ board, index, span, acts, chosen }: Options): void {
  const idsOf = useEffectEvent((id: string) =>
    chosen.has(id) ? [...chosen].filter((other) => index.works.has(other) === index.works.has(id)) : [id],
  )
  const mark = useEffectEvent((target: Element | undefined, dropped: Dropped | null) => {
    const route = dropped?.on === 'route' && dropped.at !== null ? index.routes.get(dropped.route) : undefined
    const line = target?.querySelector<HTMLElement>('[data-insertion]')
    if (!route || !line || dropped?.on !== 'route' || dropped.at === null) return
    const before = stopAfter(route, dropped.at)
    const stop = route.pysahdykset.find(({ id }) => id === before)
    const last = route.pysahdykset.at(-1)
    line.style.left = `${percentOf(stop?.saapuminen ?? last?.lahto ?? route.alku, span)}%`
    line.style.display = 'block'
  })
  const drop = useEffectEvent(({ what, ids }: Dragged, dropped: Dropped) => {
    if (dropped.on === 'free') {
      const works =
        what === 'work'
          ? ids.filter((id) => hasDriver(id, index))
          : ids.flatMap((id) => worksOf(index.stops.get(id)?.stop ?? { lahetykset: [], tuntituote: null }))
      if (works.length > 0) void acts.release([...new Set(works)])
      return
    }
    const route = index.routes.get(dropped.route)
    if (!route) return
    const place = dropped.at === null || route.lukittu ? [] : [stopAfter(route, dropped.at)]
    if (what === 'work') void acts.give(ids, route.id, ...place)
    else void acts.move(ids, route.id, ...place)
  })
  const moment = useEffectEvent((lane: Element, x: number) => momentAt(lane, x, span))

  useEffect(() => {
    const root = board.current
    if (!root) return
    const isFixed = (element: HTMLElement): boolean => {
      const found = index.stops.get(element.dataset.stop ?? '')
      return found !== undefined && (found.stop.tehty || found.stop.lukittu || found.route.lukittu)
    }
    const cleanups: (() => void)[] = []
    for (const element of root.querySelectorAll<HTMLElement>('[data-stop], [data-work]')) {
      if (isFixed(element)) continue
      cleanups.push(
        draggable({
          element,
          getInitialData: (): Dragged => {
            const { stop, work } = element.dataset
            return { [kind]: true, what: stop === undefined ? 'work' : 'stop', ids: idsOf(stop ?? work ?? ''), element }
          },
          onDragStart: () => element.setAttribute('data-dragged', ''),
          onDrop: () => element.removeAttribute('data-dragged'),
        }),
      )
    }
    for (const element of root.querySelectorAll<HTMLElement>('[data-drop], [data-free]')) {
      const unmark = () => {
        element.removeAttribute('data-over')
        const line = element.querySelector<HTMLElement>('[data-insertion]')
        if (line) line.style.display = 'none'
      }
      cleanups.push(
        dropTargetForElements({
          element,
          canDrop: ({ source }) => isDragged(source.data),
          getData: ({ input }): Record<string, unknown> => {
            const route = element.closest<HTMLElement>('[data-route]')?.dataset.route
            if (route === undefined) return { on: 'free' }
            return { on: 'route', route, at: element.dataset.drop === 'at' ? moment(element, input.clientX) : null }
          },
          onDragEnter: () => element.setAttribute('data-over', ''),
          onDrag: ({ self }) => mark(element, droppedOf(self.data)),
          onDragLeave: unmark,
          onDrop: unmark,
        }),
      )
    }
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [board, index])

  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isDragged(source.data),
        onDrop: ({ source, location }) => {
          const dropped = droppedOf(location.current.dropTargets[0]?.data ?? {})
          if (dropped && isDragged(source.data)) drop(source.data, dropped)
        },
      }),
    [],
  )
}

function droppedOf({ on, route, at }: Record<string | symbol, unknown>): Dropped | null {
  if (on === 'free') return { on }
  return on === 'route' && typeof route === 'string' ? { on, route, at: typeof at === 'number' ? at : null } : null
}
