import { isDeepStrictEqual } from 'node:util'
import { columnsOf } from '#domain/columns.ts'
import type { BaseRow, Entity } from '#domain/define-entity.ts'
import { type EntityName, type Row, registry } from '#domain/registry.ts'
import type { Random } from './random.ts'

/** Who did it, when and why; null is the system itself. */
export type Deed = {
  by: string | null
  at: number
  why?: string
  /** When a row that is brought in whole, at the end of its life, was made in truth. */
  since?: number
}

/** A row of the table `revisio`. */
export type Revision = {
  entiteetti: EntityName
  rivi: string
  vid: number
  aika: number
  kayttaja: string | null
  syy: string
  muutokset: Record<string, [from: unknown, to: unknown]>
}
export type Tables = { [N in EntityName]: Row<N>[] }
export type Pages = { tables: Tables; revisions: Revision[] }

/** Rows as they would be after the deeds that made them, each deed with its revision (RULES section 1). */
export type Book = {
  random: Random
  /** A new row with the defaults of its definition; no revision yet. */
  draft: <N extends EntityName>(name: N, values: Partial<Row<N>>) => Row<N> & BaseRow
  /** The row after the deed, one `vid` further, its revision written down; the same row when nothing changed. */
  save: <R extends BaseRow>(name: EntityName, before: R | null, after: R, deed: Deed) => R
  /** The row as it is to be stored. */
  keep: <N extends EntityName>(name: N, row: Row<N>) => void
  /** The three at once, for rows that are made and stay as they are. */
  add: <N extends EntityName>(name: N, values: Partial<Row<N>>, deed: Deed) => Row<N>
  /** Hands over what has been written so far and goes on with empty pages. */
  take: () => Pages
}

const emptyTables = (): Tables => ({
  asiakas: [],
  postiosoite: [],
  laskutusosoite_email: [],
  laskutusosoite_posti: [],
  laskutusosoite_verkkolasku: [],
  yhteyshenkilo: [],
  user: [],
  profile_yllapito: [],
  profile_kuljettaja: [],
  profile_asiakas: [],
  tuote: [],
  auto: [],
  huolto: [],
  file: [],
  tilaus: [],
  lahetys: [],
  tuntituote: [],
  tuntituote_tyyppi: [],
  tuntituote_instanssi: [],
  tuntituote_toisto: [],
  tilaus_ryhma: [],
  v_o_kuittaus: [],
  toimituspoikkeama: [],
  notification: [],
  dokumentti: [],
  dokumentti_kuittaus: [],
  nakyma: [],
  vuokraus: [],
  reitti: [],
  tyovuoro: [],
  tyovuoro_lisatieto: [],
  tyoreitti: [],
  tyovuoro_kirjaus: [],
  tyovuoro_kirjaus_tehtava: [],
  hinnasto: [],
  hintalaskuri_log: [],
})

const bookkeeping = { id: '', drupal_internal__id: 0, vid: 0, created: 0, changed: 0, revision_created: 0, revision_log_message: '' }

/** What a person can have changed: everything but the bookkeeping. */
function blankContents(entity: Entity): Record<string, unknown> {
  const relations = Object.entries(entity.relations).filter(([, relation]) => relation.kind !== 'inverse')
  return {
    name: entity.nameDefault ?? '',
    status: 1,
    ...Object.fromEntries(Object.entries(entity.fields).map(([key, field]) => [key, field.default])),
    ...Object.fromEntries(relations.map(([key, relation]) => [key, relation.kind === 'one' ? null : []])),
  }
}
const blanks = new Map<EntityName, Record<string, unknown>>(Object.values(registry).map((entity) => [entity.name, blankContents(entity)]))

function blankOf(name: EntityName): Record<string, unknown> {
  const blank = blanks.get(name)
  if (!blank) throw new Error(`No entity ${name}`)
  return blank
}

/** The same as the engine's: neither bookkeeping nor running numbers, and of a new row only what is not empty. */
const revisedKeys = new Map<EntityName, readonly string[]>(
  Object.values(registry).map((entity) => [
    entity.name,
    columnsOf(entity)
      .filter(({ key, kind }) => !(key in bookkeeping) && kind !== 'sequence')
      .map(({ key }) => key),
  ]),
)
const isEmpty = (value: unknown) =>
  value === '' || value === 0 || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** `first` gives the number from which an entity's rows are counted; 1 when it says nothing. */
export function openBook(random: Random, first: Partial<Record<EntityName, number>> = {}): Book {
  const next = new Map<EntityName, number>()
  let pages: Pages = { tables: emptyTables(), revisions: [] }

  const book: Book = {
    random,
    draft<N extends EntityName>(name: N, values: Partial<Row<N>>): Row<N> & BaseRow {
      const number = next.get(name) ?? first[name] ?? 1
      next.set(name, number + 1)
      const row = { ...bookkeeping, ...blankOf(name), ...values, id: random.uuid(), drupal_internal__id: number }
      // The blank is made of the same definition as the type.
      return row as Row<N> & BaseRow
    },
    save(name, before, after, deed) {
      const was: Record<string, unknown> | null = before && { ...before }
      const is: Record<string, unknown> = { ...after }
      const changes: Revision['muutokset'] = {}
      let changed = before === null
      for (const key of revisedKeys.get(name) ?? []) {
        const [from, to] = [was ? was[key] : null, is[key]]
        if (was ? isDeepStrictEqual(from, to) : isEmpty(to)) continue
        changes[key] = [from, to]
        changed = true
      }
      if (!changed) return after
      const vid = (before?.vid ?? 0) + 1
      const syy = deed.why ?? ''
      pages.revisions.push({ entiteetti: name, rivi: after.id, vid, aika: deed.at, kayttaja: deed.by, syy, muutokset: changes })
      const created = before ? after.created : (deed.since ?? deed.at)
      return { ...after, vid, created, changed: deed.at, revision_created: deed.at, revision_log_message: syy }
    },
    keep(name, row) {
      pages.tables[name].push(row)
    },
    add<N extends EntityName>(name: N, values: Partial<Row<N>>, deed: Deed): Row<N> {
      const row = book.save(name, null, book.draft(name, values), deed)
      book.keep(name, row)
      return row
    },
    take() {
      const taken = pages
      pages = { tables: emptyTables(), revisions: [] }
      return taken
    },
  }
  return book
}
