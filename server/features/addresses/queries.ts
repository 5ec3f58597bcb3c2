import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import type { SavedAddress as CopiedAddress, SavedContact } from '#domain/entities/address/address.copy.ts'
import { type AddressKind, addressKinds, addressLabel } from '#domain/entities/address/address.label.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { SavedAddress } from '#domain/features/addresses/addresses.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { Engine } from '#server/entities/engine.ts'
import { likeText } from '#server/platform/database/like.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type AddressSearch = {
  bundle: AddressKind
  /** Null: all customers that the viewer may read. */
  asiakas_id: string | null
  tyyppi?: string | undefined
  ids?: readonly string[] | undefined
  /** Lower-case parts of words, all of which must occur in the address. */
  words?: readonly string[]
  limit: number
  offset: number
  /** Whether the response contains the total count. */
  counted: boolean
}
type AddressRow = Omit<SavedAddress, 'bundle' | 'label'>

const shown = [
  'name',
  'tyyppi',
  'field_osoite_1',
  'field_osoite_2',
  'field_postinumero',
  'field_postitoimipaikka',
  'field_maa',
  'puhelin',
  'field_sahkopostiosoite',
  'field_verkkolaskuosoite',
  'field_valittaja',
  'oletus',
  'lat',
  'lng',
  'sijainti_arvio',
]

const pattern = (word: string): string => `%${likeText(word)}%`

/** The matching saved addresses that the viewer may read, those whose name begins with the first word first; in one statement. */
export async function savedAddresses(
  { engine }: Context,
  viewer: Viewer,
  search: AddressSearch,
): Promise<{ data: SavedAddress[]; count: number }> {
  const { bundle } = search
  if (reachOf(bundle, viewer.roles).read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  const [found] = await engine.query(viewer, addressesQuery(engine, viewer, search))
  const data = (found?.rows ?? []).map((row) => ({ bundle, label: addressLabel(row), ...row }))
  return { data, count: found?.count ?? 0 }
}

/** The condition for matching rows of the table `r`. */
function fitting(engine: Engine, viewer: Viewer, { bundle, asiakas_id, tyyppi, ids, words = [] }: AddressSearch) {
  const query = db
    .selectFrom(db.dynamic.table(bundle).as('r'))
    .where('r.status', '=', 1)
    .where(engine.isReadable(viewer, bundle, 'r'))
  // Written as in the index (migration 0008).
  const known = addressKinds[bundle].fields.map((field) => sql.ref(`r.${field}`))
  const searched = sql<string>`lower(${sql.join(known, sql` || ' ' || `)})`
  return [
    ...(asiakas_id === null ? [] : [sql<boolean>`r.asiakas_id = ${asiakas_id}::uuid`]),
    ...(tyyppi === undefined ? [] : [sql<boolean>`r.tyyppi @> array[${tyyppi}::text]`]),
    ...(ids === undefined ? [] : [sql<boolean>`r.id = any(${ids}::uuid[])`]),
    ...words.map((word) => sql<boolean>`${searched} like ${pattern(word)}`),
  ].reduce((all, condition) => all.where(condition), query)
}

function addressesQuery(engine: Engine, viewer: Viewer, search: AddressSearch) {
  const { bundle, words = [], limit, offset, counted } = search
  const all = fitting(engine, viewer, search)
  const [first] = words
  const named = first === undefined ? all : all.orderBy(sql`lower(r.name) like ${pattern(first).slice(1)}`, 'desc')
  const columns = shown
    .filter((field) => field === 'name' || Object.hasOwn(registry[bundle].fields, field))
    .flatMap((field) => engine.seenField(viewer, bundle, field, 'r')?.as(field) ?? [])
  const page = named.select('r.id').select(columns).orderBy('r.name').orderBy('r.id').limit(limit).offset(offset)
  return db.selectNoFrom(({ fn, lit }) => [
    (counted ? all.select(fn.countAll<number>().as('count')).$asScalar() : lit(0)).as('count'),
    // Its columns are those of `Found` that this kind of address has and the viewer sees.
    sql<AddressRow[]>`${jsonArrayFrom(page)}`.as('rows'),
  ])
}

type ChosenAddress = { osoite: string | null; yhteyshenkilo: string | null }

const copied = statement((parameter: ParameterOf<{ addresses: readonly (string | null)[]; contacts: readonly (string | null)[] }>) =>
  db
    .selectFrom(
      sql<{
        osoite: string | null
        yhteyshenkilo: string | null
        n: number
      }>`unnest(${parameter('addresses')}::uuid[], ${parameter('contacts')}::uuid[])
        with ordinality`.as<'asked'>(sql`asked(osoite, yhteyshenkilo, n)`),
    )
    .innerJoin('postiosoite as a', 'a.id', 'asked.osoite')
    .select(['asked.n', 'a.name', 'a.field_osoite_1', 'a.field_osoite_2', 'a.field_postinumero', 'a.field_postitoimipaikka'])
    .select(['a.field_maa', 'a.puhelin'])
    .leftJoin('yhteyshenkilo as c', (join) =>
      join
        .on(({ eb, fn }) => eb('c.id', '=', fn.coalesce('asked.yhteyshenkilo', 'a.yhteyshenkilo_id')))
        .on('c.status', '=', 1)
        .on(({ eb, ref }) => eb('c.asiakas_id', 'is not distinct from', ref('a.asiakas_id'))),
    )
    .select(['c.id as yhteyshenkilo', 'c.etunimi', 'c.sukunimi', 'c.puhelin as contact_puhelin', 'c.email']),
)

type AddressToCopy = CopiedAddress & { yhteyshenkilo: string | null; contact: SavedContact | null }

/** The addresses in the requested order, each with the contact chosen with it, else its own. */
export async function addressesToCopy(runner: Queryable, chosen: readonly ChosenAddress[]): Promise<Map<number, AddressToCopy>> {
  const rows = await copied(runner, {
    addresses: chosen.map(({ osoite }) => osoite),
    contacts: chosen.map(({ yhteyshenkilo }) => yhteyshenkilo),
  })
  return new Map(
    rows.map(({ n, etunimi, sukunimi, contact_puhelin: puhelin, email, ...address }) => {
      const isNamed = etunimi !== null && sukunimi !== null && puhelin !== null && email !== null
      return [n - 1, { ...address, contact: isNamed ? { etunimi, sukunimi, puhelin, email } : null }]
    }),
  )
}
