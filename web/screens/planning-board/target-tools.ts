import {
  type Icon,
  IconArrowLeft,
  IconArrowRight,
  IconClockEdit,
  IconCoffee,
  IconExternalLink,
  IconLock,
  IconLockOpen,
  IconMapPinPlus,
  IconPackages,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import type { BoardActs, BoardIndex } from './board-actions.ts'
import { type BoardTarget, hasDriver, mayAssign } from './board-keys.ts'
import { stepTarget, worksOf } from './board-model.ts'

export type Doing = {
  index: BoardIndex
  acts: BoardActs
  onGive: (target: BoardTarget) => void
  onOpen: (target: BoardTarget) => void
  onMinutes: (stop: string) => void
  onAddStop: (route: string) => void
  /** Chooses all free work of the order. */
  onOrder: (works: readonly string[]) => void
}
type TargetTool = { label: string; icon: Icon; run: () => void }

/** What can be done to what is chosen: the buttons under the board, and a stop's menu on a phone. */
export function toolsOf(target: BoardTarget, doing: Doing): TargetTool[] {
  if (target.kind === 'route') return routeTools(target.id, doing)
  return target.kind === 'stop' ? stopTools(target, doing) : workTools(target, doing)
}

function routeTools(id: string, { index, acts, onAddStop }: Doing): TargetTool[] {
  const route = index.routes.get(id)
  if (!route) return []
  return [
    { label: 'Lisää tauko', icon: IconCoffee, run: () => void acts.addBreak(id, null) },
    { label: 'Lisää pysähdys', icon: IconMapPinPlus, run: () => onAddStop(id) },
    {
      label: route.lukittu ? 'Avaa reitin lukitus' : 'Lukitse reitti',
      icon: route.lukittu ? IconLockOpen : IconLock,
      run: () => void acts.lockRoute(id),
    },
  ]
}

function stopTools(target: BoardTarget, { index, acts, onGive, onOpen, onMinutes }: Doing): TargetTool[] {
  const { id } = target
  const found = index.stops.get(id)
  if (!found || found.stop.vid === 0) return []
  const { stop, route } = found
  const hasWork = worksOf(stop).length > 0
  const isFixed = stop.tehty || stop.lukittu || route.lukittu
  const [earlier, later] = [stepTarget(route, id, -1), stepTarget(route, id, 1)]
  const tools: (TargetTool | false)[] = [
    !isFixed && earlier !== undefined && { label: 'Aiemmaksi', icon: IconArrowLeft, run: () => void acts.move([id], route.id, earlier) },
    !isFixed && later !== undefined && { label: 'Myöhemmäksi', icon: IconArrowRight, run: () => void acts.move([id], route.id, later) },
    mayAssign(target, index) && !route.lukittu && { label: 'Anna toiselle', icon: IconUserPlus, run: () => onGive(target) },
    !stop.tehty && {
      label: stop.lukittu ? 'Avaa lukitus' : 'Lukitse',
      icon: stop.lukittu ? IconLockOpen : IconLock,
      run: () => void acts.lock(id),
    },
    !stop.tehty && { label: 'Muuta kestoa', icon: IconClockEdit, run: () => onMinutes(id) },
    !isFixed && { label: hasWork ? 'Ota kuljettajalta' : 'Poista', icon: IconTrash, run: () => void acts.remove(id) },
    hasWork && { label: 'Avaa tilaus', icon: IconExternalLink, run: () => onOpen(target) },
  ]
  return tools.filter((tool) => tool !== false)
}

function workTools(target: BoardTarget, { index, acts, onGive, onOpen, onOrder }: Doing): TargetTool[] {
  const { id } = target
  const order = index.works.get(id)?.tilaus
  const siblings = index.free.filter((work) => index.works.get(work)?.tilaus === order)
  const isGiven = hasDriver(id, index)
  const tools: (TargetTool | false)[] = [
    { label: isGiven ? 'Anna toiselle' : 'Anna kuljettaja', icon: IconUserPlus, run: () => onGive(target) },
    siblings.length > 1 && { label: 'Valitse koko tilaus', icon: IconPackages, run: () => onOrder(siblings) },
    isGiven && { label: 'Ota kuljettajalta', icon: IconTrash, run: () => void acts.release([id]) },
    { label: 'Avaa tilaus', icon: IconExternalLink, run: () => onOpen(target) },
  ]
  return tools.filter((tool) => tool !== false)
}
