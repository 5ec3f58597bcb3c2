import { addDays, atTime, startOfDay } from '#domain/values/time/time.ts'
import type { DemoCompany } from './company.ts'
import type { History, Moment } from './history.ts'
import type { SignatureFiles } from './signatures.ts'

export type DailyWorkParts = { history: History; company: DemoCompany; files: SignatureFiles | null }
/** What the demo company's work beside orders is made with. */
export type DailyWork = ReturnType<typeof workOf>

export function workOf({ history, company, files }: DailyWorkParts, now: number) {
  const today = startOfDay(now)
  /** The moment of an administrator's action, `days` from today. */
  const momentAt = (days: number, hours = 9): Moment => ({ by: company.administrators[0], at: atTime(addDays(today, days), hours) })
  return { history, company, files, today, momentAt }
}
