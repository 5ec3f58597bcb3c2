import type { ShiftWarning } from '#domain/features/shifts/shift-warning.ts'
import { addDays } from '#domain/values/time/time.ts'
import { formatDay } from '#web/kit/format.ts'

/** Warnings of the same kind about the same people and car: one entry of the list, with its number in their cells. */
export type WarningGroup = {
  key: string
  warnings: readonly [ShiftWarning, ...ShiftWarning[]]
  tyovuorot: readonly string[]
  /** What would mend them, or most of them, at once. */
  mends: readonly GroupMend[]
}
export type GroupMend =
  | { laji: 'auto'; shifts: readonly string[]; auto: string }
  | { laji: 'alkuaika'; shifts: readonly string[]; alkuaika: number }
  | { laji: 'kuljettaja'; shifts: readonly string[]; kuljettajat: readonly string[] }

/** `driverOf`: the driver of a shift. Mends of the same driver's shifts belong together. */
export function groupWarnings(warnings: readonly ShiftWarning[], driverOf: (shift: string) => string): WarningGroup[] {
  const groups = Map.groupBy(warnings, ({ laji, auto, kuljettajat, rajapaiva }) =>
    [laji, auto, ...[...kuljettajat].sort(), rajapaiva].join(' '),
  )
  return [...groups].flatMap(([key, [first, ...others]]) => {
    if (!first) return []
    const all = [first, ...others] as const
    return [{ key, warnings: all, tyovuorot: all.flatMap(({ tyovuorot }) => tyovuorot), mends: mendsOf(all, driverOf) }]
  })
}

/** The ids proposed for most of the shifts, and those shifts. */
function mostCommonProposal(proposals: readonly { shift: string; ids: readonly string[] }[]): { ids: string[]; shifts: string[] } {
  const shiftsOf = Map.groupBy(
    proposals.flatMap(({ shift, ids }) => ids.map((id) => ({ shift, id }))),
    ({ id }) => id,
  )
  const most = Math.max(0, ...[...shiftsOf.values()].map(({ length }) => length))
  const best = [...shiftsOf].filter(([, { length }]) => length === most)
  // Those who suit the same shifts as the first of them.
  const shifts = best[0]?.[1].map(({ shift }) => shift) ?? []
  return { ids: best.filter(([, of]) => of.every(({ shift }) => shifts.includes(shift))).map(([id]) => id), shifts }
}

/** One mend of each kind for each driver, for as many of the shifts as it suits. */
function mendsOf(warnings: readonly ShiftWarning[], driverOf: (shift: string) => string): GroupMend[] {
  const proposed = warnings.flatMap(({ ehdotukset }) => ehdotukset)
  const alike = [...Map.groupBy(proposed, (mend) => `${mend.laji} ${driverOf(mend.tyovuoro)}`).values()]
  return alike.flatMap((mends): GroupMend[] => {
    const proposals = mends.map((mend) => ({
      shift: mend.tyovuoro,
      ids: mend.laji === 'auto' ? mend.autot : mend.laji === 'kuljettaja' ? mend.kuljettajat : [String(mend.alkuaika)],
    }))
    const { ids, shifts } = mostCommonProposal(proposals)
    const [laji, first] = [mends[0]?.laji, ids[0]]
    if (!laji || !first) return []
    if (laji === 'auto') return [{ laji, shifts, auto: first }]
    return [laji === 'alkuaika' ? { laji, shifts, alkuaika: Number(first) } : { laji, shifts, kuljettajat: ids }]
  })
}

/** `ma 23.11.–pe 27.11., ti 1.12.` */
export function daysText(days: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && addDays(run[1], 1) === day) run[1] = day
    else runs.push([day, day])
  }
  return runs.map(([first, last]) => (first === last ? formatDay(first) : `${formatDay(first)}–${formatDay(last)}`)).join(', ')
}
