import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { estimateRoad, type Point } from '#domain/values/place/distance.ts'
import { receiverIn } from './customer.ts'
import { nearbyTowns, type Town } from './places.ts'
import type { Random } from './random.ts'

type Task = { tyyppi: TaskType; alkuaika: number }
export type TaskPlace = { latitude: number; longitude: number; address_print: string }
type Stop = { name: string; town: string; latitude: number; longitude: number }

/** As devices round them, to about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000
/** A point in the town, at most about a kilometre from its middle. */
const stopIn = (random: Random, town: Town, name: string): Stop => ({
  ...{ name, town: town.town },
  latitude: rounded(town.lat + (random.number() - 0.5) / 60),
  longitude: rounded(town.lng + (random.number() - 0.5) / 30),
})

/**
 * Where each task of a day starts: goods are loaded at the company's terminal and unloaded at a door, to which the drive before it leads. As in real
 * recordings, loading and unloading have the name of the visit, the others that of the town.
 */
export function placesOf(random: Random, tasks: readonly Task[]): TaskPlace[] {
  const terminal = stopIn(random, homeTown, `Terminaali ${homeTown.town}`)
  let here = terminal
  return tasks.map(({ tyyppi }, index) => {
    const { name, town, latitude, longitude } = here
    const isVisit = tyyppi === 'LASTAUS' || tyyppi === 'PURKU'
    if (tyyppi === 'AJO') here = nextStop(random, tasks.slice(index), { here, terminal })
    return { latitude, longitude, address_print: isVisit ? `${name}, ${town}` : town }
  })
}

const [firstTown] = nearbyTowns
if (!firstTown) throw new Error('The demo company has no town nearby')
const homeTown = nearbyTowns.find(({ code }) => code === '33960') ?? firstTown
const driven = (from: Point, to: Point): number => estimateRoad(from, to).seconds
const pointOf = ({ latitude: lat, longitude: lng }: Stop): Point => ({ lat, lng })

/** Where the first of the tasks, a drive, leads: to a door in a town that it reaches, and from which the next drive would reach the terminal. */
function nextStop(random: Random, [drive, ...later]: readonly Task[], { here, terminal }: { here: Stop; terminal: Stop }): Stop {
  const next = later.findIndex(({ tyyppi }) => tyyppi === 'AJO')
  const unloads = later.slice(0, next === -1 ? later.length : next).some(({ tyyppi }) => tyyppi === 'PURKU')
  if (!drive || !unloads) return terminal
  const secondsOf = (from: Task | undefined, to: Task | undefined) => (from && to ? to.alkuaika - from.alkuaika : Number.POSITIVE_INFINITY)
  const there = secondsOf(drive, later[0])
  const back = next === -1 ? Number.POSITIVE_INFINITY : secondsOf(later[next], later[next + 1])
  const reached = nearbyTowns.filter((town) => driven(pointOf(here), town) <= there && driven(town, pointOf(terminal)) <= back)
  const town = reached.length > 0 ? random.pick(reached) : homeTown
  return stopIn(random, town, receiverIn(random, town))
}
