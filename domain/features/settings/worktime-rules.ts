import { z } from 'zod'
import { midnightOf } from '../../values/time/time.ts'
import { datedRows, startDay } from './dated-rows.ts'

/** How overtime is counted: above a limit of the two-week period, or of each day. */
export const overtimeModes = { jakso: 'Kahden viikon jakso', vuorokausi: 'Vuorokausi' } as const

const minutesOfDay = 24 * 60
const length = z.int().min(0)
const clock = z.int().min(0).max(minutesOfDay)

const rules = {
  ylityo: z.enum(['jakso', 'vuorokausi']),
  /** Overtime begins above `raja`; so many of its minutes are paid with 50 %, the rest with 100 %. */
  jakso_raja: length.max(14 * minutesOfDay),
  jakso_50: length.max(14 * minutesOfDay),
  vuorokausi_raja: length.max(minutesOfDay),
  vuorokausi_50: length.max(minutesOfDay),
  ilta_alkaa: clock,
  yo_alkaa: clock,
  yo_paattyy: clock,
  /** Driving without the break, and the break in one piece or in two in this order. */
  ajojakso: length.max(minutesOfDay),
  ajotauko: length.max(minutesOfDay),
  ajotauko_alku: length.max(minutesOfDay),
  ajotauko_loppu: length.max(minutesOfDay),
  ajo_paiva: length.max(minutesOfDay),
  ajo_paiva_pidennetty: length.max(minutesOfDay),
  pidennyksia: length.max(7),
  ajo_viikko: length.max(7 * minutesOfDay),
  ajo_kaksi_viikkoa: length.max(14 * minutesOfDay),
  lepo: length.max(minutesOfDay),
  lepo_lyhennetty: length.max(minutesOfDay),
  lyhennyksia: length.max(7),
  paiva: length.max(minutesOfDay),
  viikko: length.max(7 * minutesOfDay),
  /** A day that is open longer has perhaps been forgotten. */
  avoin: length.max(7 * minutesOfDay),
}

/**
 * The rules of working time from a day on (rules/worktime.md#rule-table), in minutes; times of day are minutes from midnight. `pidennyksia` and
 * `lyhennyksia` are numbers of times.
 */
const worktimeRuleRow = z
  .strictObject({ alkaen: startDay, ...rules })
  .refine(({ yo_paattyy, ilta_alkaa, yo_alkaa }) => yo_paattyy <= ilta_alkaa && ilta_alkaa <= yo_alkaa)
export type WorktimeRules = z.output<typeof worktimeRuleRow>

export const worktimeRuleTable = datedRows(worktimeRuleRow)
/** The rows as a call answers them. */
export const worktimeRuleRows = z.array(z.strictObject({ alkaen: z.number(), ...rules }))

const hour = 60
export const defaultWorktimeRules: WorktimeRules = {
  alkaen: midnightOf('2026-01-01'),
  ylityo: 'jakso',
  jakso_raja: 80 * hour,
  jakso_50: 12 * hour,
  vuorokausi_raja: 8 * hour,
  vuorokausi_50: 2 * hour,
  ilta_alkaa: 18 * hour,
  yo_alkaa: 22 * hour,
  yo_paattyy: 6 * hour,
  ajojakso: 4 * hour + 30,
  ajotauko: 45,
  ajotauko_alku: 15,
  ajotauko_loppu: 30,
  ajo_paiva: 9 * hour,
  ajo_paiva_pidennetty: 10 * hour,
  pidennyksia: 2,
  ajo_viikko: 56 * hour,
  ajo_kaksi_viikkoa: 90 * hour,
  lepo: 11 * hour,
  lepo_lyhennetty: 9 * hour,
  lyhennyksia: 3,
  paiva: 13 * hour,
  viikko: 60 * hour,
  avoin: 16 * hour,
}
