import { readFileSync } from 'node:fs'
import type { DayPlanProblem, PlanShipment } from '../../domain/features/route-optimisation/day-plan/day-plan.ts'

/** Fewest cars, then the shortest distance that anybody has published. */
export const bestKnown: Readonly<Record<string, { vehicles: number; distance: number }>> = JSON.parse(
  readFileSync(new URL('./best.json', import.meta.url), 'utf8'),
).best

type Task = { id: number; x: number; y: number; demand: number; earliest: number; latest: number; service: number; delivery: number }

/** One of Li & Lim's instances of pickups and deliveries with time windows (2001). Times and distances are the same. */
export function readInstance(name: string): DayPlanProblem {
  const [head = [], ...rows] = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const [cars = 0, capacity = 0] = head
  const tasks = rows.map(([id = 0, x = 0, y = 0, demand = 0, earliest = 0, latest = 0, service = 0, , delivery = 0]): Task => {
    return { id, x, y, demand, earliest, latest, service, delivery }
  })
  const size = tasks.length
  const costs = Float64Array.from({ length: size * size }, (_, index) => {
    const [from, to] = [tasks[Math.floor(index / size)], tasks[index % size]]
    return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : 0
  })
  const stop = ({ id, earliest, latest, service }: Task) => ({ place: id, opens: earliest, closes: latest, serviceSeconds: service })
  const shipments = tasks.flatMap((task): PlanShipment[] => {
    const delivery = tasks[task.delivery]
    if (task.id === 0 || task.delivery === 0 || !delivery) return []
    return [{ pickup: stop(task), delivery: stop(delivery), kilograms: task.demand, pallets: 0 }]
  })
  const shift = { start: 0, end: 0, begins: tasks[0]?.earliest ?? 0, ends: tasks[0]?.latest ?? 0, maxKilograms: capacity, maxPallets: 0 }
  return {
    travel: { size, costs },
    shipments,
    shifts: Array.from({ length: cars }, () => shift),
    rules: null,
    carCost: 0,
    fewestCars: true,
  }
}
