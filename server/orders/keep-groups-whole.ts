import { RequestFault } from '#domain/errors.ts'
import type { LookUp } from '../jsonapi/saving.ts'

const together = 'Ryhmän tilaukset laskutetaan yhdessä, kun ne kaikki on toimitettu.'
const closed = 'Ryhmä on jo laskutettu.'

/** Orders of a group are invoiced once, as one line (RULES section 4): all of them together, and nothing joins those that are. */
export const keepGroupsWhole: LookUp = async (runner, changes) => {
  const invoiced = changes.filter(
    ({ before, after }) => after.tilauksen_tila === 'laskutettu' && before?.tilauksen_tila !== 'laskutettu' && after.tilaus_ryhma !== null,
  )
  const joining = changes.filter(
    ({ before, after }) => after.tilaus_ryhma !== null && after.tilaus_ryhma !== (before?.tilaus_ryhma ?? null),
  )
  const nothing = changes.map(() => ({}))
  if (invoiced.length + joining.length === 0) return nothing
  // Locked, so that of two who do both at once the second one sees what the first has done.
  const { rows } = await runner.query<{ ryhma: string; tila: string }>(
    `SELECT tilaus_ryhma_id AS ryhma, tilauksen_tila AS tila FROM tilaus
     WHERE tilaus_ryhma_id = ANY($1) AND status = 1 AND (avoin OR tilauksen_tila IN ('toimitettu', 'laskutettu')) AND id <> ALL($2)
     ORDER BY id FOR SHARE`,
    [[...invoiced, ...joining].map(({ after }) => after.tilaus_ryhma), changes.map(({ after }) => after.id)],
  )
  const others = Map.groupBy(rows, ({ ryhma }) => ryhma)
  const of = (group: unknown) => others.get(String(group)) ?? []
  if (joining.some(({ after }) => of(after.tilaus_ryhma).some(({ tila }) => tila === 'laskutettu')))
    throw new RequestFault({ kind: 'invalid', detail: closed })
  if (invoiced.some(({ after }) => of(after.tilaus_ryhma).length > 0)) throw new RequestFault({ kind: 'invalid', detail: together })
  return nothing
}
