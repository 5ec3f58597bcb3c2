import { addDays, startOfDay } from '../../values/time/time.ts'

/** The age classes of uninvoiced orders by their last day, in days since the delivery; the last one has no end. */
const lastDays = [7, 14, 30] as const
export const ageLabels = ['0–7 pv', '8–14 pv', '15–30 pv', 'Yli 30 pv'] as const

/** The starts of the classes but the oldest, in ascending order: an order delivered at or after the n:th is in the class `n` from the end. */
export const ageBounds = (now: number): number[] => lastDays.map((days) => addDays(startOfDay(now), -days)).toSorted((a, b) => a - b)
