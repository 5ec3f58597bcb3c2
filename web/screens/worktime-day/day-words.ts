import { taskTypes } from '#domain/entities/worktime/task-types.ts'
import { formatMoment, formatTime } from '#web/kit/format.ts'
import type { DayValues } from './model/day-values.ts'

export const dayFieldNames: Record<keyof DayValues, string> = {
  alkuaika: 'Päivä alkoi',
  loppuaika: 'Päivä päättyi',
  tehtavat: 'Työtehtävät',
}

const taskFields: Readonly<Record<string, string>> = {
  alkuaika: 'alkoi',
  tyyppi: 'tehtävä',
  kesto: 'kesto',
  address_print: 'paikka',
  latitude: 'paikka',
  longitude: 'paikka',
}

/** What people call the field at a path of the form: `3. Purku, alkoi`. */
export function dayFieldLabel(path: string, day: DayValues): string {
  const [, index = '', field = ''] = /^content\.tehtavat\.(\d+)\.(\w+)$/.exec(path) ?? []
  const task = day.tehtavat[Number(index)]
  if (index !== '' && task) return `${Number(index) + 1}. ${taskTypes[task.tyyppi]}, ${taskFields[field] ?? field}`
  return path === 'content.loppuaika'
    ? dayFieldNames.loppuaika
    : path === 'content.alkuaika'
      ? dayFieldNames.alkuaika
      : dayFieldNames.tehtavat
}

/** A part of the day as text, for choosing between two versions. */
export function showDayField(field: keyof DayValues, value: unknown): string {
  if (field !== 'tehtavat') return formatMoment(Number(value)) || 'Auki'
  const tasks = value as DayValues['tehtavat']
  return tasks.map(({ alkuaika, tyyppi }) => `${formatTime(alkuaika)} ${taskTypes[tyyppi].toLowerCase()}`).join(', ')
}
