import { RequestFault } from '#domain/errors.ts'
import type { LookUp } from '../jsonapi/saving.ts'

type Busy = { name: string; tilauksia: number }

/** Whoever has orders that are open or yet to be invoiced is not removed: the work would go on, and nobody would be billed for it. */
export const keepCustomersWithWork: LookUp = async (runner, changes) => {
  const removed = changes.filter(({ before, after }) => before?.status === 1 && after.status === 0).map(({ after }) => after.id)
  if (removed.length === 0) return undefined
  // Whoever stores an order holds its customer until then (`holds` of the order's rules): they are waited for, and counted.
  await runner.query('SELECT FROM asiakas WHERE id = ANY($1) ORDER BY id FOR UPDATE', [removed])
  const { rows } = await runner.query<Busy>(
    `SELECT asiakas.name, count(*)::int AS tilauksia FROM tilaus JOIN asiakas ON asiakas.id = tilaus.asiakas_id
     WHERE asiakas.id = ANY($1) AND tilaus.status = 1 AND (tilaus.avoin OR tilaus.tilauksen_tila = 'toimitettu')
     GROUP BY asiakas.id ORDER BY asiakas.drupal_internal__id`,
    [removed],
  )
  if (rows.length > 0) throw new RequestFault(rows.map((busy) => ({ kind: 'invalid', detail: refusal(busy) })))
  return undefined
}

const refusal = ({ name, tilauksia }: Busy): string =>
  tilauksia === 1
    ? `Asiakkaalla ${name} on 1 tilaus kesken tai laskuttamatta. Toimita, peruuta tai laskuta se ensin.`
    : `Asiakkaalla ${name} on ${tilauksia} tilausta kesken tai laskuttamatta. Toimita, peruuta tai laskuta ne ensin.`
