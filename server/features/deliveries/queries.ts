import { sql } from 'kysely'
import type { Row } from '#domain/model/registry.ts'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const terminals = statement(() =>
  db
    .selectFrom('postiosoite')
    .select(({ eb, fn, selectFrom }) => {
      const setting = selectFrom('asetus').select('arvo').where('avain', '=', 'oletusterminaali')
      return ['id', asBoolean(eb(fn('to_jsonb', ['id']), 'is not distinct from', setting)).as('is_default')]
    })
    .where('asiakas_id', 'is', null)
    .where('status', '=', 1)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(2),
)

/** At most two terminals, the default one first. */
export const firstTerminals = (runner: Queryable): Promise<{ id: string; is_default: boolean }[]> => terminals(runner, {})

export type OrderOfShipment = Pick<Row<'tilaus'>, 'id' | 'tilausnro' | 'saa_jattaa'> & { lahetys: string }

const orders = statement((parameter: ParameterOf<{ shipments: readonly string[] }>) =>
  db
    .selectFrom('lahetys')
    .innerJoin('tilaus', 'tilaus.id', 'lahetys.tilaus_id')
    .select(['lahetys.id as lahetys', 'tilaus.id', 'tilaus.tilausnro', 'tilaus.saa_jattaa'])
    .where('lahetys.id', '=', anyOf(parameter('shipments'))),
)

export const ordersOfShipments = (runner: Queryable, shipments: readonly string[]): Promise<OrderOfShipment[]> =>
  orders(runner, { shipments })

const pictured = statement((parameter: ParameterOf<{ files: string[] }>) =>
  db
    .selectFrom('lahetys')
    .select('id')
    // This condition makes the partial index of shipments with pictures usable.
    .where('kuvat_ids', '<>', sql<string[]>`'{}'`)
    .where('kuvat_ids', '@>', parameter('files')),
)

/** The shipments that have the file among their pictures. */
export async function shipmentsWithPicture(runner: Queryable, file: string): Promise<string[]> {
  const rows = await pictured(runner, { files: [file] })
  return rows.map(({ id }) => id)
}
