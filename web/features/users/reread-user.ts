import { rereadAfterChange } from '#web/data/queries.ts'

/** After a change of a user: invalidates users and their profiles. */
export const rereadUser = (): Promise<void> => rereadAfterChange('user', 'profile_yllapito', 'profile_kuljettaja', 'profile_asiakas')
