import { taskTypes } from '#domain/entities/worktime/task-types.ts'
import { formatTime } from '#web/kit/format.ts'
import type { CorrectionRow } from '../day-data.ts'
import type { DayValues, TaskValues } from './day-values.ts'

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

/** `Päivä päättyy 0.52.` */
export function proposalText(proposal: Proposal): string {
  const { alkuaika, loppuaika, tyotehtavat } = proposal
  const parts = [
    ...(alkuaika === undefined ? [] : [`Päivä alkaa ${formatTime(alkuaika)}.`]),
    ...(loppuaika === undefined ? [] : [`Päivä päättyy ${formatTime(loppuaika)}.`]),
    ...(tyotehtavat === undefined
      ? []
      : [`Tehtävät: ${tyotehtavat.map((task) => `${formatTime(task.alkuaika)} ${taskTypes[task.tyyppi].toLowerCase()}`).join(', ')}.`]),
  ]
  return parts.join(' ')
}
