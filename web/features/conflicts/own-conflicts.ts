import { storedRead } from '#web/data/device/stored-reads.ts'
import { listQuery } from '#web/data/queries.ts'

/** The driver's own actions that wait for the dispatcher. */
export const ownConflicts = {
  ...listQuery('ristiriita', {
    filter: { tila: 'avoin' },
    sort: ['-created', '-drupal_internal__id'],
    page: { limit: 20 },
    fields: { ristiriita: ['kuvaus', 'toimi', 'tapahtui', 'syy'] },
  }),
  ...storedRead,
}
