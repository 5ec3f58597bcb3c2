import { staffRoles } from '#domain/access/roles.ts'

/**
 * Of the user `u`: the account is not disabled, and the company of a person with customer roles only is not removed. Such a person
 * cannot sign in while the company is removed, and can again when it is restored.
 */
export const accountInUse = `(u.status = 1 and (u.user_roles && '{${staffRoles.join()}}' or not exists (
  select from profile_asiakas p join asiakas a on a.id = p.field_asiakas_id where p.uid_id = u.id and p.status = 1 and a.status <> 1)))`
