import { z } from 'zod'
import { firstValidDay } from '../../values/time/time.ts'

const lastDay = 4_102_437_600 // 2100-01-01

/** The day of a board: any moment of it, as unix seconds. */
export const boardDay = z.coerce
  .number<string | number>('Anna päivä (paiva) sekunteina (unix).')
  .int('Anna päivä (paiva) sekunteina (unix).')
  .min(firstValidDay, 'Aikaisin vuosi on 1971.')
  .max(lastDay, 'Viimeinen vuosi on 2099.')
