import { staffRoles } from '#domain/access/roles.ts'

/**
 * Of the user `u`: the account is not disabled, and whoever is nothing but a customer's person is of a company that is there. Nobody acts
 * for a removed company, and there is nothing else for them here; once it is back, so are they.
 */
export const accountInUse = `(u.status = 1 and (u.user_roles && '{${staffRoles.join()}}' or not exists (
  select from profile_asiakas p join asiakas a on a.id = p.field_asiakas_id where p.uid_id = u.id and p.status = 1 and a.status <> 1)))`
