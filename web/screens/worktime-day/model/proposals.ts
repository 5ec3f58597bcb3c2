import { differencesOf, spanText } from '#web/features/worktime/differences.ts'
import type { CorrectionRow } from '../day-data.ts'
import { type DayValues, recordedTimes, type TaskValues } from './day-values.ts'

type Proposal = CorrectionRow['ehdotus']
const noPlace = { address_print: '', latitude: null, longitude: null }

/** The day as it would be; null for a request in words alone. */
export function proposedDay(day: DayValues, proposal: Proposal): DayValues | null {
  if (Object.keys(proposal).length === 0) return null
  const { alkuaika = day.alkuaika, loppuaika = day.loppuaika, tyotehtavat } = proposal
  const tasks: readonly TaskValues[] = tyotehtavat
    ? tyotehtavat.map((task, index) => ({ id: String(index), ...task, ...noPlace })).sort((a, b) => a.alkuaika - b.alkuaika)
    : day.tehtavat
  return { alkuaika, loppuaika, tehtavat: tasks }
}

/** What the proposal changes: `Muu lisätty 0.37–0.52, Tauko, oli Ajo 8.41–8.56`. */
export const proposalText = (day: DayValues, proposed: DayValues, now: number): string =>
  differencesOf(recordedTimes(day), recordedTimes(proposed), now).map(spanText).join('; ')
