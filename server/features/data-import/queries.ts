import { sql } from 'kysely'
import type { Viewer } from '#domain/access/roles.ts'
import type { ImportKindName } from '#domain/features/data-import/import-kinds.ts'
import type { KeyValues } from '#domain/features/data-import/row-keys.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** Who looks, and in which transaction; every query looks for the rows of the whole file. */
export type Looking = Pick<Context, 'engine'> & { viewer: Viewer; runner: Queryable }
/** A stored row that a row of the file may be: its name for people, and the values of its keys. */
export type StoredCandidate = { id: string; label: string; customer: string | null; values: KeyValues }
export type CustomerCandidate = { id: string; tunniste: string; name: string; y_tunnus: string }

type Named = { names: readonly string[]; businessIds: readonly string[]; numbers: readonly number[] }

/** Customers that have one of the names, in lower case, business ids or running numbers. */
export async function customersNamed(
  { engine, viewer, runner }: Looking,
  { names, businessIds, numbers }: Named,
): Promise<CustomerCandidate[]> {
  const query = db
    .selectFrom('asiakas as a')
    .select(['a.id', 'a.drupal_internal__id', 'a.name', 'a.y_tunnus'])
    .where('a.status', '=', 1)
    .where(({ eb, fn, or }) =>
      or([
        eb(fn<string>('lower', ['a.name']), '=', anyOf(sql.val(names))),
        eb('a.y_tunnus', '=', anyOf(sql.val(businessIds))),
        eb('a.drupal_internal__id', '=', anyOf(sql.val(numbers))),
      ]),
    )
    .where(engine.isReadable(viewer, 'asiakas', 'a'))
    .orderBy('a.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ drupal_internal__id: number, ...customer }) => ({ ...customer, tunniste: tunniste('asiakas', number) }))
}

type Numbered = 'asiakas' | 'postiosoite' | 'yhteyshenkilo' | 'tuote' | 'auto' | 'hinnasto' | 'user' | 'tyoreitti'
const tunniste = (entity: Numbered, number: number): string => `${registry[entity].tunniste.prefix}-${number}`
const labelOf = (entity: Numbered, number: number, name: string): string => `${tunniste(entity, number)} ${name}`.trim()

/** The values by which rows of the file are looked for, in lower case, each once, and the customers that they are of. */
export type Sought = { customers: readonly string[]; valuesOf: (field: string) => readonly string[] }

async function storedCustomers({ engine, viewer, runner }: Looking, { valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('asiakas as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.name', 'r.y_tunnus'])
    .where('r.status', '=', 1)
    .where(({ eb, fn, or }) =>
      or([
        eb(fn<string>('lower', ['r.name']), '=', anyOf(sql.val(valuesOf('name')))),
        eb(fn<string>('lower', ['r.y_tunnus']), '=', anyOf(sql.val(valuesOf('y_tunnus')))),
      ]),
    )
    .where(engine.isReadable(viewer, 'asiakas', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, ...values }) => ({ id, label: labelOf('asiakas', number, values.name), customer: null, values }))
}

async function storedAddresses({ engine, viewer, runner }: Looking, { customers, valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('postiosoite as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.asiakas_id', 'r.name', 'r.field_osoite_1', 'r.field_postinumero'])
    .where('r.status', '=', 1)
    .where(({ eb, or }) => or([eb('r.asiakas_id', '=', anyOf(sql.val(customers))), eb('r.asiakas_id', 'is', null)]))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['r.name']), '=', anyOf(sql.val(valuesOf('name')))))
    .where(engine.isReadable(viewer, 'postiosoite', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, asiakas_id, ...values }) => ({
    ...{ id, label: labelOf('postiosoite', number, values.name), customer: asiakas_id, values },
  }))
}

async function storedContacts({ engine, viewer, runner }: Looking, { customers, valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('yhteyshenkilo as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.asiakas_id', 'r.etunimi', 'r.sukunimi', 'r.email', 'r.puhelin'])
    .where('r.status', '=', 1)
    .where('r.asiakas_id', '=', anyOf(sql.val(customers)))
    .where(engine.isReadable(viewer, 'yhteyshenkilo', 'r'))
    .where(({ eb, fn, or }) =>
      or([
        eb(fn<string>('lower', ['r.email']), '=', anyOf(sql.val(valuesOf('email')))),
        eb('r.puhelin', '=', anyOf(sql.val(valuesOf('puhelin')))),
      ]),
    )
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, asiakas_id, ...values }) => ({
    ...{ id, label: labelOf('yhteyshenkilo', number, `${values.etunimi} ${values.sukunimi}`), customer: asiakas_id, values },
  }))
}

async function storedProducts({ engine, viewer, runner }: Looking, { customers, valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('tuote as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.asiakas_id', 'r.name'])
    .where('r.status', '=', 1)
    .where(({ eb, or }) => or([eb('r.asiakas_id', '=', anyOf(sql.val(customers))), eb('r.asiakas_id', 'is', null)]))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['r.name']), '=', anyOf(sql.val(valuesOf('name')))))
    .where(engine.isReadable(viewer, 'tuote', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, asiakas_id, ...values }) => ({
    ...{ id, label: labelOf('tuote', number, values.name), customer: asiakas_id, values },
  }))
}

async function storedCars({ engine, viewer, runner }: Looking, { valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('auto as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.rekisterinumero'])
    .where('r.status', '=', 1)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['r.rekisterinumero']), '=', anyOf(sql.val(valuesOf('rekisterinumero')))))
    .where(engine.isReadable(viewer, 'auto', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, ...values }) => ({ id, label: labelOf('auto', number, values.rekisterinumero), customer: null, values }))
}

async function storedWorkRoutes({ engine, viewer, runner }: Looking, { valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('tyoreitti as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.reittinro'])
    .where('r.status', '=', 1)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['r.reittinro']), '=', anyOf(sql.val(valuesOf('reittinro')))))
    .where(engine.isReadable(viewer, 'tyoreitti', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, ...values }) => ({ id, label: labelOf('tyoreitti', number, values.reittinro), customer: null, values }))
}

async function storedPriceLists({ engine, viewer, runner }: Looking, { customers, valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('hinnasto as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.asiakas_id', 'r.name', 'r.voimassa_alkaen'])
    .where('r.status', '=', 1)
    .where(({ eb, or }) => or([eb('r.asiakas_id', '=', anyOf(sql.val(customers))), eb('r.asiakas_id', 'is', null)]))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['r.name']), '=', anyOf(sql.val(valuesOf('name')))))
    .where(engine.isReadable(viewer, 'hinnasto', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, asiakas_id, ...values }) => ({
    ...{ id, label: labelOf('hinnasto', number, values.name), customer: asiakas_id, values },
  }))
}

/** A sign-in name stays with a person who is disabled; a mail address does not. */
async function storedUsers({ engine, viewer, runner }: Looking, { valuesOf }: Sought): Promise<StoredCandidate[]> {
  const query = db
    .selectFrom('user as r')
    .select(['r.id', 'r.drupal_internal__id as number', 'r.name', 'r.mail', 'r.status', 'r.field_fullname'])
    .where(({ eb, fn, or, and }) =>
      or([
        eb(fn<string>('lower', ['r.name']), '=', anyOf(sql.val(valuesOf('name')))),
        and([eb('r.status', '=', 1), eb(fn<string>('lower', ['r.mail']), '=', anyOf(sql.val(valuesOf('mail'))))]),
      ]),
    )
    .where(engine.isReadable(viewer, 'user', 'r'))
    .orderBy('r.drupal_internal__id')
  const rows = await engine.query(viewer, query, runner)
  return rows.map(({ id, number, status, field_fullname, ...values }) => ({
    ...{ id, customer: null, values: status === 1 ? values : { name: values.name } },
    label: `${labelOf('user', number, field_fullname || values.name)}${status === 1 ? '' : ' (poistettu käytöstä)'}`,
  }))
}

/** The stored rows of each kind that rows of the file may be. */
export const storedCandidates: Readonly<Record<ImportKindName, (looking: Looking, sought: Sought) => Promise<StoredCandidate[]>>> = {
  asiakkaat: storedCustomers,
  osoitteet: storedAddresses,
  yhteyshenkilot: storedContacts,
  tuotteet: storedProducts,
  autot: storedCars,
  hinnastot: storedPriceLists,
  kayttajat: storedUsers,
  tyoreitit: storedWorkRoutes,
}

const visitingAddresses = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('asiakas as a')
    .innerJoin('postiosoite as o', 'o.id', 'a.kayntiosoite_id')
    .select(['a.id as customer', 'o.id as address'])
    .where('a.id', '=', anyOf(parameter('ids')))
    .where('o.status', '=', 1),
)

/** The visiting address of each of the customers that has one. */
export async function visitingAddressesOf(runner: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await visitingAddresses(runner, { ids })
  return new Map(rows.map(({ customer, address }) => [customer, address]))
}

/** One import of a kind at a time: the next one finds the rows of the one before. */
export async function lockKind(runner: Queryable, kind: ImportKindName): Promise<void> {
  await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tietotuonti ${kind}`])
}

type Noted = { kind: string; digest: string; now: number; userId: string; again: boolean }

const noted = statement((parameter: ParameterOf<Noted>) =>
  db
    .insertInto('tietotuonti')
    .values({ laji: parameter('kind'), tiiviste: parameter('digest'), aika: parameter('now'), kayttaja: parameter('userId') })
    .onConflict((conflict) =>
      conflict
        .columns(['laji', 'tiiviste'])
        .doUpdateSet((eb) => ({ aika: eb.ref('excluded.aika'), kayttaja: eb.ref('excluded.kayttaja') }))
        .where(parameter('again')),
    )
    .returning('aika'),
)

/** Stores that the contents are imported; false when they have been imported before, unless `again` is set. */
export async function noteImport(runner: Queryable, imported: Noted): Promise<boolean> {
  return (await noted(runner, imported)).length === 1
}

const imported = statement((parameter: ParameterOf<Pick<Noted, 'kind' | 'digest'>>) =>
  db.selectFrom('tietotuonti').select('aika').where('laji', '=', parameter('kind')).where('tiiviste', '=', parameter('digest')),
)

/** When the same contents were last imported; 0 means never. */
export async function importedAt(runner: Queryable, kind: ImportKindName, digest: string): Promise<number> {
  const [found] = await imported(runner, { kind, digest })
  return found?.aika ?? 0
}
