import type { RunTerms } from '../../values/time/run-days.ts'
import type { TuntituoteToisto } from './recurring.entity.ts'

type Terms = Pick<TuntituoteToisto, 'tila' | 'status' | 'viikonpaivat' | 'aktivointipaiva' | 'ohitetut_paivat' | 'ajetaan_pyhapaivat'>

export const recurringTerms = (job: Terms): RunTerms => ({
  ...job,
  isActive: job.tila === 'aktiivinen' && job.status === 1,
  runsOnHolidays: job.ajetaan_pyhapaivat,
})
