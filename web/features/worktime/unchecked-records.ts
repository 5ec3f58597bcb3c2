import type { Filter } from '#domain/model/query/list-query.ts'

/** Ended working days that no administrator has checked. */
export const uncheckedRecords: Filter<'tyovuoro_kirjaus'> = { tarkistettu: false, loppuaika: { operator: '>', value: 0 } }
