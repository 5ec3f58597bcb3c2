import type { ReviewReason } from '../../entities/worktime/task-types.ts'

/** Reasons that follow from where a task lies in its day; the others stay until a person has looked at them. */
const placeReasons: readonly ReviewReason[] = ['ennen_alkua', 'jalkeen_lopun']

type Day = { alkuaika: number; loppuaika: number }

/** Where a moment lies outside a day. */
export function outsideReasons(at: number, { alkuaika, loppuaika }: Day): ReviewReason[] {
  if (at < alkuaika) return ['ennen_alkua']
  return loppuaika > 0 && at > loppuaika ? ['jalkeen_lopun'] : []
}

/** The reasons of a task that still hold after its day or the task has been moved. */
export function openReasons(task: { alkuaika: number; tarkista: ReviewReason[] }, day: Day): ReviewReason[] {
  const outside = outsideReasons(task.alkuaika, day)
  const open = task.tarkista.filter((reason) => !placeReasons.includes(reason) || outside.includes(reason))
  return open.length === task.tarkista.length ? task.tarkista : open
}
