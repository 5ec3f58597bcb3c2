// What `npm run bench:day-plan` and `npm run bench:proposal` found last, kept in bench/planning/day-plans.json for docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { bestKnown } from '../li-lim/instances.ts'
import { table } from './tables.ts'

export type PlannedInstance = { cars: number; distance: number; unassigned: number; broken: number }
type Found = {
  /** Of Li & Lim's instances, by name, after so many seconds of search each. */
  instances: { seconds: number; plans: Readonly<Record<string, PlannedInstance>> }
  /** 200 shipments and 15 cars through the call: the median milliseconds, and the worst of the runs. */
  proposal: { runs: number; milliseconds: number; leftOut: number; breaches: number }
}
type Stored = { [Name in keyof Found]: { day: string; machine: string } & Found[Name] }

/** The best known number of cars and at most so much more distance, on so many instances. */
export const instancesAim = { instances: 4, longer: 1.05 } as const
/** Milliseconds by which people wait, and shipments that are left out. */
export const proposalAim = { milliseconds: 10_000, leftOut: 2 } as const

const file = new URL('../planning/day-plans.json', import.meta.url)
const readStored = (): Stored => JSON.parse(readFileSync(file, 'utf8'))

export function keepDayPlans<Name extends keyof Found>(name: Name, found: Found[Name]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`
  const kept = { ...readStored(), [name]: { day: new Date().toISOString().slice(0, 10), machine, ...found } }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
}

const longerOf = (name: string, { distance }: PlannedInstance): number => distance / (bestKnown[name]?.distance ?? 0)

/** The names of the instances that reach the aim. */
export const reachedInstances = (plans: Found['instances']['plans']): string[] =>
  Object.entries(plans).flatMap(([name, plan]) => {
    const isAsGood = plan.cars <= (bestKnown[name]?.vehicles ?? 0) && longerOf(name, plan) <= instancesAim.longer
    return isAsGood && plan.unassigned === 0 && plan.broken === 0 ? [name] : []
  })

export function instancesBreaches({ plans }: Found['instances']): string[] {
  const lines = Object.entries(plans).flatMap(([name, { broken }]) => (broken > 0 ? [`${name}: ${broken} constraints broken`] : []))
  const reached = reachedInstances(plans).length
  if (reached < instancesAim.instances) lines.push(`Li & Lim: ${reached} instances reach the aim, wanted ${instancesAim.instances}`)
  return lines
}

export function proposalBreaches({ milliseconds, leftOut, breaches }: Found['proposal']): string[] {
  const lines: string[] = []
  if (milliseconds >= proposalAim.milliseconds)
    lines.push(`the proposal of a day: ${(milliseconds / 1000).toFixed(1)} s, wanted under ${proposalAim.milliseconds / 1000} s`)
  if (leftOut > proposalAim.leftOut) lines.push(`the proposal of a day: ${leftOut} shipments left out, at most ${proposalAim.leftOut}`)
  if (breaches > 0) lines.push(`the proposal of a day: ${breaches} breaches, wanted none`)
  return lines
}

/** A line for each exceeded aim of what is kept. */
export function dayPlanBreaches(): string[] {
  const { instances, proposal } = readStored()
  return [...instancesBreaches(instances), ...proposalBreaches(proposal)]
}

export function instancesTable({ plans }: Found['instances']): string {
  const rows = Object.entries(plans).map(([name, plan]) => {
    const { vehicles = 0, distance = 0 } = bestKnown[name] ?? {}
    const longer = `${((longerOf(name, plan) - 1) * 100).toFixed(2)} %`
    return [name, plan.cars, vehicles, plan.distance.toFixed(2), distance, longer, plan.broken].map(String)
  })
  return table(['', 'cars', 'best known', 'distance', 'best known', 'longer', 'constraints broken'], rows)
}

export function dayPlanSections(): string[] {
  const { instances, proposal } = readStored()
  const { seconds, plans } = instances
  return [
    `### npm run bench:day-plan, ${instances.day}, ${instances.machine}

Li & Lim's instances of about 50 pickups and deliveries, ${seconds} s of search each. Aim: the best known number of cars and at most 5 % more distance
on four of the six at least (${reachedInstances(plans).length} reach it), and no constraint broken.

${instancesTable(instances)}`,
    `### npm run bench:proposal, ${proposal.day}, ${proposal.machine}

${table(
  ['200 shipments between 400 doors and 15 cars, through the call that people wait for', 'found', 'aim'],
  [
    [
      `until the answer, median of ${proposal.runs}`,
      `${(proposal.milliseconds / 1000).toFixed(1)} s`,
      `< ${proposalAim.milliseconds / 1000} s`,
    ],
    ['shipments left out, at most', String(proposal.leftOut), `≤ ${proposalAim.leftOut}`],
    ['breaches of windows, loads and working time, at most', String(proposal.breaches), '0'],
  ],
)}`,
  ]
}
