import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { BoardActs, BoardIndex } from './board-actions.ts'
import { hasDriver } from './board-keys.ts'
import { percentOf, type Span, stopAfter, worksOf } from './board-model.ts'

const kind = Symbol('board')
type Dragged = { [kind]: true; what: 'stop' | 'work'; ids: readonly string[] }
type Dropped = { on: 'route'; route: string; at: number | null } | { on: 'free' }

type Options = { board: RefObject<HTMLElement | null>; index: BoardIndex; span: Span; acts: BoardActs; chosen: ReadonlySet<string> }

const isDragged = (data: Record<string | symbol, unknown>): data is Dragged => data[kind] === true
/** The moment at a pointer's place in a lane. */
const momentAt = (lane: Element, x: number, { start, end }: Span): number => {
  const { left, width } = lane.getBoundingClientRect()
  return start + ((x - left) / width) * (end - start)
}

const targetOf = (element: Element | null | undefined): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-drop], [data-free]') ?? null

/** The lane, the driver or the list under the pointer. The library's own element may lie over them, which no element of ours contains. */
function targetAt({ clientX, clientY }: { clientX: number; clientY: number }): HTMLElement | null {
  const top = document.elementFromPoint(clientX, clientY)
  // All that lie there are found much slower than the top one, and a drag asks for each frame.
  return targetOf(top) ?? targetOf(document.elementsFromPoint(clientX, clientY).find((element) => targetOf(element)))
}

const lineIn = (target: Element): HTMLElement | null => target.querySelector<HTMLElement>('[data-insertion]')

/**
 * Drags of unassigned work and of stops, onto a lane (that place), a driver's name (the best place) or the list of unassigned work. The board is the
 * one drop target, and an element becomes draggable when the pointer first reaches it: a day has hundreds of stops, most of which are never dragged.
 * While something is dragged only the attributes of the marked lane change.
 */
export function useBoardDrag({ board, index, span, acts, chosen }: Options): void {
  const idsOf = (id: string) => (chosen.has(id) ? [...chosen].filter((other) => index.works.has(other) === index.works.has(id)) : [id])
  const isFixed = ({ dataset }: HTMLElement): boolean => {
    const found = index.stops.get(dataset.stop ?? '')
    return found !== undefined && (found.stop.vid === 0 || found.stop.tehty || found.stop.lukittu || found.route.lukittu)
  }
  const dropAt = useEffectEvent((at: { clientX: number; clientY: number }): { element: HTMLElement; dropped: Dropped } | null => {
    const element = targetAt(at)
    if (!element || !board.current?.contains(element)) return null
    const route = element.closest<HTMLElement>('[data-route]')?.dataset.route
    if (route === undefined) return { element, dropped: { on: 'free' } }
    return { element, dropped: { on: 'route', route, at: element.dataset.drop === 'at' ? momentAt(element, at.clientX, span) : null } }
  })
  const showPlace = useEffectEvent((element: Element, dropped: Dropped) => {
    const line = lineIn(element)
    const route = dropped.on === 'route' ? index.routes.get(dropped.route) : undefined
    if (!line || !route || dropped.on !== 'route' || dropped.at === null) return
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

  useDraggables(board, { isFixed, idsOf })
  useEffect(() => {
    const root = board.current
    if (!root) return
    let marked: HTMLElement | null = null
    const unmark = () => {
      marked?.removeAttribute('data-over')
      const line = marked && lineIn(marked)
      if (line) line.style.display = 'none'
      marked = null
    }
    const cleanups = [
      dropTargetForElements({ element: root, canDrop: ({ source }) => isDragged(source.data) }),
      monitorForElements({
        canMonitor: ({ source }) => isDragged(source.data),
        onDrag: ({ location }) => {
          const found = dropAt(location.current.input)
          if (found?.element !== marked) {
            unmark()
            marked = found?.element ?? null
            marked?.setAttribute('data-over', '')
          }
          if (found) showPlace(found.element, found.dropped)
        },
        onDrop: ({ source, location }) => {
          unmark()
          const found = location.current.dropTargets.length > 0 ? dropAt(location.current.input) : null
          if (found && isDragged(source.data)) drop(source.data, found.dropped)
        },
      }),
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [board])
}

type Draggables = { isFixed: (element: HTMLElement) => boolean; idsOf: (id: string) => readonly string[] }

/** Makes the stop or the work that the pointer reaches draggable. */
function useDraggables(board: RefObject<HTMLElement | null>, { isFixed, idsOf }: Draggables): void {
  const fixed = useEffectEvent(isFixed)
  const ids = useEffectEvent(idsOf)
  useEffect(() => {
    const root = board.current
    if (!root) return
    const registered = new Map<HTMLElement, () => void>()
    const register = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-stop], [data-work]') : null
      if (!element || registered.has(element)) return
      for (const [old, remove] of registered)
        if (!old.isConnected) {
          remove()
          registered.delete(old)
        }
      const idOf = (): string => element.dataset.stop ?? element.dataset.work ?? ''
      registered.set(
        element,
        draggable({
          element,
          canDrag: () => !fixed(element),
          getInitialData: (): Dragged => ({ [kind]: true, what: element.dataset.stop === undefined ? 'work' : 'stop', ids: ids(idOf()) }),
          onDragStart: () => element.setAttribute('data-dragged', ''),
          onDrop: () => element.removeAttribute('data-dragged'),
        }),
      )
    }
    root.addEventListener('pointerover', register)
    return () => {
      root.removeEventListener('pointerover', register)
      for (const remove of registered.values()) remove()
    }
  }, [board])
}
