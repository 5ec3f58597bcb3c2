import type { BoardActs, BoardIndex } from './board-actions.ts'
import { stepTarget, worksOf } from './board-model.ts'

/** What is chosen: a driver's row by its shift, a stop, or unassigned work. */
export type BoardTarget = { kind: 'route' | 'stop' | 'work'; id: string }

export const targetOf = (id: string | null, { routes, stops, works }: BoardIndex): BoardTarget | null => {
  if (id === null) return null
  if (routes.has(id)) return { kind: 'route', id }
  if (stops.has(id)) return { kind: 'stop', id }
  return works.has(id) ? { kind: 'work', id } : null
}

/** Where an arrow key leads: up and down among drivers (the stop nearest in time) or unassigned work, left and right along a row. */
export function neighbourOf(
  target: BoardTarget,
  key: string,
  { index, free }: { index: BoardIndex; free: readonly string[] },
): string | null {
  if (target.kind === 'work') {
    const at = free.indexOf(target.id)
    return (key === 'ArrowDown' ? free[at + 1] : key === 'ArrowUp' ? free[at - 1] : null) ?? null
  }
  const route = target.kind === 'route' ? index.routes.get(target.id) : index.stops.get(target.id)?.route
  if (!route) return null
  const along = [route.id, ...route.pysahdykset.map(({ id }) => id)]
  if (key === 'ArrowLeft' || key === 'ArrowRight') return along[along.indexOf(target.id) + (key === 'ArrowRight' ? 1 : -1)] ?? null
  const rows = [...index.routes.values()]
  const next = rows[rows.findIndex(({ id }) => id === route.id) + (key === 'ArrowDown' ? 1 : -1)]
  if (!next) return null
  const stop = index.stops.get(target.id)?.stop
  if (!stop) return next.id
  const nearest = next.pysahdykset.toSorted(
    (a, b) => Math.abs(a.saapuminen - stop.saapuminen) - Math.abs(b.saapuminen - stop.saapuminen),
  )[0]
  return nearest?.id ?? next.id
}

/** What comes after work or a stop that goes away: the next ones of its list, or of its row, then those before it, and the row's driver. */
export function followersOf(id: string, { routes, stops }: BoardIndex, listed: readonly string[]): string[] {
  const route = routes.get(id) ?? stops.get(id)?.route
  const all = route ? route.pysahdykset.map((stop) => stop.id) : listed
  const at = all.indexOf(id)
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).toReversed(), ...(route ? [route.id] : [])]
}

type Doing = {
  index: BoardIndex
  acts: BoardActs
  onGive: (target: BoardTarget) => void
  onOpen: (target: BoardTarget) => void
  onMinutes: (stop: string) => void
}
type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey'>
/** True when the key meant something for the target. */
type KeyAction = (target: BoardTarget, doing: Doing) => boolean

/** Work of a driver that has no stops. */
export const hasDriver = (id: string, { works }: BoardIndex): boolean => (works.get(id)?.kuljettaja ?? null) !== null

const remove: KeyAction = ({ id }, { index, acts }) => {
  if (hasDriver(id, index)) {
    void acts.release([id])
    return true
  }
  const stop = index.stops.get(id)?.stop
  if (!stop || stop.tehty) return false
  void acts.remove(id)
  return true
}

const keyActions: Readonly<Record<string, KeyAction>> = {
  enter(target, { onOpen }) {
    if (target.kind === 'route') return false
    onOpen(target)
    return true
  },
  a(target, { index, onGive }) {
    if (!mayAssign(target, index)) return false
    onGive(target)
    return true
  },
  l({ kind, id }, { acts }) {
    if (kind === 'work') return false
    void (kind === 'route' ? acts.lockRoute(id) : acts.lock(id))
    return true
  },
  t({ kind, id }, { index, acts }) {
    const route = index.stops.get(id)?.route ?? index.routes.get(id)
    if (kind === 'work' || !route) return false
    const at = route.pysahdykset.findIndex((stop) => stop.id === id)
    void acts.addBreak(route.id, at < 0 ? null : (route.pysahdykset[at + 1]?.id ?? null))
    return true
  },
  k({ kind, id }, { index, onMinutes }) {
    if (kind !== 'stop' || index.stops.get(id)?.stop.tehty) return false
    onMinutes(id)
    return true
  },
  delete: remove,
  backspace: remove,
}

/** Shift and an arrow move a stop one step earlier or later on its shift. */
function moveStep({ id }: BoardTarget, step: -1 | 1, { index, acts }: Doing): boolean {
  const route = index.stops.get(id)?.route
  if (!route) return false
  const ennen = stepTarget(route, id, step)
  if (ennen !== undefined) void acts.move([id], route.id, ennen)
  return true
}

/** Does what a key means for what has the focus; false when it means nothing. */
export function pressKey({ key, shiftKey }: Pressed, target: BoardTarget, doing: Doing): boolean {
  if (shiftKey && key === 'ArrowLeft') return moveStep(target, -1, doing)
  if (shiftKey && key === 'ArrowRight') return moveStep(target, 1, doing)
  return keyActions[key.toLowerCase()]?.(target, doing) ?? false
}

/** Unassigned work, and stops of work that is not done. */
export function mayAssign(target: BoardTarget, { stops }: BoardIndex): boolean {
  const found = stops.get(target.id)
  return target.kind === 'work' || (found !== undefined && !found.stop.tehty && !found.stop.lukittu && worksOf(found.stop).length > 0)
}
