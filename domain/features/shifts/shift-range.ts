import { z } from 'zod'
import { firstValidDay } from '../../values/time/time.ts'

/** The longest range of days that one call reads or changes. */
export const maxShiftDays = 62
const lastDay = 4_102_437_600 // 2100-01-01

/** A day of a range in the body of a call: any moment of it, as unix seconds. */
export const typedRangeDay = (name: string) =>
  z
    .int(`Anna päivä (${name}) sekunteina (unix).`)
    .min(firstValidDay, `Aikaisin vuosi on 1971 (${name}).`)
    .max(lastDay, `Viimeinen vuosi on 2099 (${name}).`)

/** A day in a query: any moment of it, as unix seconds. */
export const rangeDay = (name: string) =>
  z.coerce
    .number<string | number>(`Anna päivä (${name}) sekunteina (unix).`)
    .int(`Anna päivä (${name}) sekunteina (unix).`)
    .min(firstValidDay, `Aikaisin vuosi on 1971 (${name}).`)
    .max(lastDay, `Viimeinen vuosi on 2099 (${name}).`)
