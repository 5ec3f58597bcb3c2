import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import type { SavedAddress as CopiedAddress, SavedContact } from '#domain/entities/address/address.copy.ts'
import { type AddressKind, addressKinds, addressLabel } from '#domain/entities/address/address.label.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { SavedAddress } from '#domain/features/addresses/addresses.ts'
import { registry } from '#domain/model/registry.ts'
import { toNfc } from '#domain/values/nfc.ts'
import { readTypedPlace } from '#domain/values/place/typed-place.ts'
import type { Context } from '#server/context.ts'
import type { Engine } from '#server/entities/engine.ts'
import { likeText } from '#server/platform/database/like.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { SuggestedPlace } from '#server/platform/ports/maps/place-suggestions.ts'

type Selection = {
  bundle: AddressKind
  /** Null: all customers that the viewer may read. */
  asiakas_id: string | null
  tyyppi?: string | undefined
  ids?: readonly string[] | undefined
}
type AddressPage = Selection & {
  limit: number
  offset: number
  /** Whether the response contains the total count. */
  counted: boolean
}
/** `words`: lower-case parts of words, all of which must occur in the address. */
type AddressSearch = Omit<Selection, 'ids'> & { words: readonly string[]; limit: number }
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

/** The columns of this kind of address that the viewer may see. */
const visibleColumns = (engine: Engine, viewer: Viewer, bundle: AddressKind) =>
  shown
    .filter((field) => field === 'name' || Object.hasOwn(registry[bundle].fields, field))
    .flatMap((field) => engine.seenField(viewer, bundle, field, 'r')?.as(field) ?? [])

const withLabels = (bundle: AddressKind, rows: readonly AddressRow[]): SavedAddress[] =>
  rows.map((row) => ({ bundle, label: addressLabel(row), ...row }))

function refuseUnreadable(bundle: AddressKind, { roles }: Viewer): void {
  if (reachOf(bundle, roles).read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
}

/** A page of the matching saved addresses that the viewer may read, by name; in one statement. */
export async function savedAddresses(
  { engine }: Context,
  viewer: Viewer,
  page: AddressPage,
): Promise<{ data: SavedAddress[]; count: number }> {
  refuseUnreadable(page.bundle, viewer)
  const [found] = await engine.query(viewer, addressesQuery(engine, viewer, page))
  return { data: withLabels(page.bundle, found?.rows ?? []), count: found?.count ?? 0 }
}

/** The condition for matching rows of the table `r`. */
function matchingRows(engine: Engine, viewer: Viewer, { bundle, asiakas_id, tyyppi, ids }: Selection) {
  const query = db
    .selectFrom(db.dynamic.table(bundle).as('r'))
    .where('r.status', '=', 1)
    .where(engine.isReadable(viewer, bundle, 'r'))
  return [
    ...(asiakas_id === null ? [] : [sql<boolean>`r.asiakas_id = ${asiakas_id}::uuid`]),
    ...(tyyppi === undefined ? [] : [sql<boolean>`r.tyyppi @> array[${tyyppi}::text]`]),
    ...(ids === undefined ? [] : [sql<boolean>`r.id = any(${ids}::uuid[])`]),
  ].reduce((all, condition) => all.where(condition), query)
}

function addressesQuery(engine: Engine, viewer: Viewer, { limit, offset, counted, ...selection }: AddressPage) {
  const all = matchingRows(engine, viewer, selection)
  const columns = visibleColumns(engine, viewer, selection.bundle)
  const page = all.select('r.id').select(columns).orderBy('r.name').orderBy('r.id').limit(limit).offset(offset)
  return db.selectNoFrom(({ fn, lit }) => [
    (counted ? all.select(fn.countAll<number>().as('count')).$asScalar() : lit(0)).as('count'),
    // Its columns are those that this kind of address has and the viewer may see.
    sql<AddressRow[]>`${jsonArrayFrom(page)}`.as('rows'),
  ])
}

/** The maximum of matching rows read for suggestions, so that common words stay fast. */
const maxCandidates = 500
const pattern = (word: string): string => `%${likeText(word)}%`

/** A prefix search written as a range: LIKE with a parameter would not use the index under a generic plan (pool.ts). */
const startsWith = (column: string, text: string) => {
  const value = sql`lower(${sql.ref(column)}) collate "C"`
  return sql<boolean>`${value} >= ${text} and ${value} < ${text} || chr(1114111)`
}

/** The trigram index cannot find shorter parts of words. */
const minPartLength = 3

/**
 * The saved addresses in which all the words occur; those whose name starts with the first word come first. When all words are shorter than
 * `minPartLength`, a field must start with the first word.
 */
export function matchingQuery(engine: Engine, viewer: Viewer, { words, limit, ...selection }: AddressSearch) {
  const { bundle } = selection
  const [first = '', ...others] = words
  const { fields } = addressKinds[bundle]
  // Written as in the index (migration 0008).
  const text = sql<string>`lower(${sql.join(
    fields.map((field) => sql.ref(`r.${field}`)),
    sql` || ' ' || `,
  )})`
  const has = (word: string) => sql<boolean>`${text} like ${pattern(word)}`
  const isPart = words.some(({ length }) => length >= minPartLength)
  const hasFirstWord = isPart
    ? has(first)
    : sql<boolean>`(${sql.join(
        fields.map((field) => startsWith(`r.${field}`, first)),
        sql` or `,
      )})`
  const withWords = (condition: typeof hasFirstWord) =>
    [condition, ...others.map(has)].reduce((all, each) => all.where(each), matchingRows(engine, viewer, selection)).select('r.id')
  const named = withWords(startsWith('r.name', first)).orderBy(sql`lower(r.name) collate "C"`).limit(limit)
  const found = withWords(hasFirstWord).limit(maxCandidates)
  const ids = db
    .selectFrom(named.as('named'))
    .select('named.id')
    .union(db.selectFrom(found.as('found')).select('found.id'))
  const rows = db
    .selectFrom(db.dynamic.table(bundle).as('r'))
    .where(sql<boolean>`r.id in ${ids}`)
    .select('r.id')
    .select(visibleColumns(engine, viewer, bundle))
    .orderBy(sql`lower(r.name) like ${pattern(first).slice(1)}`, 'desc')
    .orderBy('r.name')
    .orderBy('r.id')
    .limit(limit)
  return db.selectNoFrom(sql<AddressRow[]>`${jsonArrayFrom(rows)}`.as('rows'))
}

/** Saved addresses for suggestions; without words, the first ones by name. */
export async function matchingAddresses(parts: Context, viewer: Viewer, search: AddressSearch): Promise<SavedAddress[]> {
  const { words, ...selection } = search
  if (words.length === 0) return (await savedAddresses(parts, viewer, { ...selection, offset: 0, counted: false })).data
  refuseUnreadable(search.bundle, viewer)
  const [found] = await parts.engine.query(viewer, matchingQuery(parts.engine, viewer, search))
  return withLabels(search.bundle, found?.rows ?? [])
}

/** The typed beginnings of a street's name, a postal code and a town, in lower case. */
type KnownSearch = { typed: string; code: string; town: string; asiakas_id: string | null; limit: number }

const houseNumberPattern = String.raw`\s+\d.*$`

type KnownRow = { street: string; code: string; town: string; country: string }

export function knownStreetsQuery(engine: Engine, viewer: Viewer, { typed, town, asiakas_id, limit }: KnownSearch) {
  const candidates = matchingRows(engine, viewer, { bundle: 'postiosoite', asiakas_id })
    .where(startsWith('r.field_osoite_1', typed))
    .where(sql<boolean>`r.field_postitoimipaikka <> ''`)
    .select([
      sql<string>`regexp_replace(r.field_osoite_1, ${houseNumberPattern}, '')`.as('street'),
      sql<string>`r.field_postitoimipaikka`.as('town'),
      sql<string>`r.field_maa`.as('country'),
    ])
    .limit(maxCandidates)
  return db
    .selectFrom(candidates.as('known'))
    .where(sql<boolean>`lower(known.town) like ${`${likeText(town)}%`}`)
    .select(['known.street', sql<string>`''`.as('code'), 'known.town', 'known.country'])
    .groupBy(['known.street', 'known.town', 'known.country'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('known.street')
    .orderBy('known.town')
    .limit(limit)
}

export function knownTownsQuery(engine: Engine, viewer: Viewer, { code, town, asiakas_id, limit }: KnownSearch) {
  const candidates = matchingRows(engine, viewer, { bundle: 'postiosoite', asiakas_id })
    .where(startsWith('r.field_postitoimipaikka', town))
    .where(sql<boolean>`r.field_postinumero like ${`${likeText(code)}_%`}`)
    .select([
      sql<string>`r.field_postinumero`.as('code'),
      sql<string>`r.field_postitoimipaikka`.as('town'),
      sql<string>`r.field_maa`.as('country'),
    ])
    .limit(maxCandidates)
  return db
    .selectFrom(candidates.as('known'))
    .select([sql<string>`''`.as('street'), 'known.code', 'known.town', 'known.country'])
    .groupBy(['known.code', 'known.town', 'known.country'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('known.code')
    .limit(limit)
}

const minKnownLength = 2

/**
 * Streets and towns of the saved addresses that the viewer may read. A street has no postal code, which depends on the house number
 * (rules/addresses.md#known-parts-only).
 */
export async function knownPlaces(
  { engine }: Context,
  viewer: Viewer,
  { text, asiakas_id, limit }: { text: string; asiakas_id: string | null; limit: number },
): Promise<{ streets: SuggestedPlace[]; towns: SuggestedPlace[] }> {
  const { street, code, ...read } = readTypedPlace(text)
  const town = lower(read.town)
  // Text without a comma may be either a street or a town.
  const isStreet = street !== ''
  const typed = lower(street || text)
    .trim()
    .replace(new RegExp(houseNumberPattern), '')
  const search = { typed, code, town, asiakas_id, limit }
  const [streets, towns] = await Promise.all([
    typed.length < minKnownLength ? [] : engine.query(viewer, knownStreetsQuery(engine, viewer, { ...search, town: isStreet ? town : '' })),
    isStreet || town.length < minKnownLength ? [] : engine.query(viewer, knownTownsQuery(engine, viewer, search)),
  ])
  return { streets: streets.map(knownPlace), towns: towns.map(knownPlace) }
}

const knownPlace = ({ street, code, town, country }: KnownRow): SuggestedPlace => ({
  lahde: 'aiemmat',
  arvio: true,
  name: '',
  field_osoite_1: street,
  field_postinumero: code,
  field_postitoimipaikka: town,
  field_maa: country,
  lat: null,
  lng: null,
})

const lower = (text: string): string => toNfc(text).toLocaleLowerCase('fi')

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

export const geocodedEntities = ['postiosoite', 'laskutusosoite_posti'] as const
type GeocodedEntity = (typeof geocodedEntities)[number]

/** Addresses with a street but without a point of their own that the map provider has not been asked for, those changed last first. */
const unlocated = (entity: GeocodedEntity) =>
  statement((parameter: ParameterOf<{ limit: number }>) =>
    db
      .selectFrom(db.dynamic.table(entity).as('a'))
      .select(['a.id', 'a.vid', 'a.field_osoite_1', 'a.field_postinumero', 'a.field_postitoimipaikka', 'a.field_maa'])
      .where('a.status', '=', 1)
      .where('a.sijainti_lahde', 'in', ['', 'postinumero'])
      .where('a.field_osoite_1', '<>', '')
      .where(({ eb, or }) => or([eb('a.field_postinumero', '<>', ''), eb('a.field_postitoimipaikka', '<>', '')]))
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('paikannusyritys as y').select('y.rivi').whereRef('y.rivi', '=', 'a.id').whereRef('y.vid', '=', 'a.vid'))),
      )
      .orderBy('a.changed', 'desc')
      .orderBy('a.id')
      .limit(parameter('limit')),
  )
export const unlocatedAddresses = {
  postiosoite: unlocated('postiosoite'),
  laskutusosoite_posti: unlocated('laskutusosoite_posti'),
} satisfies Record<GeocodedEntity, unknown>

const unknownVersion = statement((parameter: ParameterOf<{ rivi: string; vid: number }>) =>
  db
    .insertInto('paikannusyritys')
    .values({ rivi: parameter('rivi'), vid: parameter('vid') })
    .onConflict((conflict) => conflict.column('rivi').doUpdateSet(({ ref }) => ({ vid: ref('excluded.vid') }))),
)

/** The map provider does not know this version of the address, and is not asked again until it changes. */
export async function rememberUnknown(runner: Queryable, row: { id: string; vid: number }): Promise<void> {
  await unknownVersion(runner, { rivi: row.id, vid: row.vid })
}
