import { sql } from 'kysely'
import type { Viewer } from '#domain/access/roles.ts'
import type { ImportProduct } from '#domain/features/order-import/order-rows.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** A product that rows may name; `own`: the customer's, not a common one. */
export type NamedProduct = ImportProduct & { own: boolean }
type Named = { asiakas: string; names: readonly string[]; numbers: readonly number[] }

/** The customer's products and common ones that have one of the names, in lower case, or one of the running numbers. */
export async function productsOf({ engine }: Context, viewer: Viewer, { asiakas, names, numbers }: Named): Promise<NamedProduct[]> {
  const query = db
    .selectFrom('tuote as p')
    .select(['p.id', 'p.name', 'p.drupal_internal__id', 'p.tyyppi', 'p.kuvaus', 'p.pituus', 'p.leveys', 'p.korkeus', 'p.paino'])
    .select(({ eb }) => asBoolean(eb('p.asiakas_id', 'is not', null)).as('own'))
    .where('p.status', '=', 1)
    .where(({ eb, or }) => or([eb('p.asiakas_id', '=', asiakas), eb('p.asiakas_id', 'is', null)]))
    .where(({ eb, fn, or }) =>
      or([eb(fn<string>('lower', ['p.name']), '=', anyOf(sql.val(names))), eb('p.drupal_internal__id', '=', anyOf(sql.val(numbers)))]),
    )
    .where(engine.isReadable(viewer, 'tuote', 'p'))
  const rows = await engine.query(viewer, query)
  const { prefix } = registry.tuote.tunniste
  return rows.map(({ drupal_internal__id: number, ...product }) => ({ ...product, tunniste: `${prefix}-${number}` }))
}

type Import = { asiakas: string; digest: string; now: number; userId: string; again: boolean }

const noted = statement((parameter: ParameterOf<Import>) =>
  db
    .insertInto('tuonti')
    .values({ asiakas_id: parameter('asiakas'), tiiviste: parameter('digest'), aika: parameter('now'), kayttaja: parameter('userId') })
    .onConflict((conflict) =>
      conflict
        .columns(['asiakas_id', 'tiiviste'])
        .doUpdateSet((eb) => ({ aika: eb.ref('excluded.aika'), kayttaja: eb.ref('excluded.kayttaja') }))
        .where(parameter('again')),
    )
    .returning('aika'),
)

/** Stores that the contents are imported for the customer; false when they have been imported before, unless `again` is set. */
export async function storeImport(runner: Queryable, imported: Import): Promise<boolean> {
  const rows = await noted(runner, imported)
  return rows.length === 1
}

const imported = statement((parameter: ParameterOf<{ asiakas: string; digest: string }>) =>
  db.selectFrom('tuonti').select('aika').where('asiakas_id', '=', parameter('asiakas')).where('tiiviste', '=', parameter('digest')),
)

/** When the same contents were last imported for the customer; 0 means never. */
export async function importedAt(runner: Queryable, asiakas: string, digest: string): Promise<number> {
  const [found] = await imported(runner, { asiakas, digest })
  return found?.aika ?? 0
}

const numbers = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus')
    .select(({ fn }) => [fn.min('tilausnro').as('first'), fn.max('tilausnro').as('last')])
    .where('id', '=', anyOf(parameter('ids'))),
)

/** The first and the last number of the orders. */
export async function numbersOf(
  runner: Queryable,
  ids: readonly string[],
): Promise<{ ensimmainen: string; viimeinen: string } | undefined> {
  const [found] = await numbers(runner, { ids })
  const { prefix } = registry.tilaus.tunniste
  return found && { ensimmainen: `${prefix}-${found.first}`, viimeinen: `${prefix}-${found.last}` }
}
