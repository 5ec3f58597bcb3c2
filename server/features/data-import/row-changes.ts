import { randomUUID } from 'node:crypto'
import type { Fault } from '#domain/errors.ts'
import type { PartName } from '#domain/features/data-import/data-columns.ts'
import { type ImportKind, type ImportKindName, importKinds } from '#domain/features/data-import/import-kinds.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { inputRow, type RowChange } from '#server/entities/engine.ts'
import type { MatchedRow } from './match-rows.ts'
import { type Looking, visitingAddressesOf } from './queries.ts'
import { type StoredPeople, storedPeople, userChanges } from './user-changes.ts'

const billingParts = {
  email: 'laskutusosoite_email',
  posti: 'laskutusosoite_posti',
  verkko: 'laskutusosoite_verkkolasku',
} as const satisfies Partial<Record<PartName, EntityName>>
type BillingPart = keyof typeof billingParts
const billingPartNames = Object.keys(billingParts) as BillingPart[]

/** What the existing rows of a file have beside themselves, by their ids. */
export type StoredParts = {
  visiting: ReadonlyMap<string, string>
  /** The billing address of each kind that a file changes: the default one, else the first. */
  billing: Readonly<Record<BillingPart, ReadonlyMap<string, string>>>
  people: StoredPeople
}

const none = new Map<string, string>()
const nothingStored: StoredParts = { visiting: none, billing: { email: none, posti: none, verkko: none }, people: new Map() }

async function billingOf(
  { engine, viewer, runner }: Looking,
  part: BillingPart,
  customers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await engine.load(viewer, billingParts[part], customers, { by: 'asiakas', runner })
  const byCustomer = new Map<string, { id: string; oletus: boolean }>()
  for (const { row } of rows) {
    const first = byCustomer.get(row.asiakas ?? '')
    if (row.status === 1 && row.asiakas !== null && (!first || (row.oletus && !first.oletus))) byCustomer.set(row.asiakas, row)
  }
  return new Map([...byCustomer].map(([customer, { id }]) => [customer, id]))
}

/** The rows beside the existing rows that a change of those touches. */
export async function storedPartsOf(looking: Looking, kind: ImportKindName, existing: readonly string[]): Promise<StoredParts> {
  if (existing.length === 0) return nothingStored
  if (kind === 'kayttajat') return { ...nothingStored, people: await storedPeople(looking, existing) }
  if (kind !== 'asiakkaat') return nothingStored
  const [email, posti, verkko] = [
    await billingOf(looking, 'email', existing),
    await billingOf(looking, 'posti', existing),
    await billingOf(looking, 'verkko', existing),
  ]
  return { ...nothingStored, visiting: await visitingAddressesOf(looking.runner, existing), billing: { email, posti, verkko } }
}

const pointerOf = ({ row }: MatchedRow, part: PartName) => ({ pointer: `/rivit/${row}/${part}` })

function customerChanges(row: MatchedRow, { visiting, billing }: StoredParts): RowChange[] {
  const { id, parts, existing } = row
  const visited = existing ? visiting.get(id) : undefined
  const address = visited ?? randomUUID()
  const link = parts.kaynti && visited === undefined ? { kayntiosoite: address } : {}
  const own = { ...parts.rivi, ...link }
  const place = { ...parts.kaynti, ...(visited === undefined ? { name: placeName(row), tyyppi: ['kaynti'], asiakas: id } : {}) }
  return [
    inputRow(existing ? 'update' : 'add', 'asiakas', id, own, pointerOf(row, 'rivi')),
    ...(parts.kaynti ? [inputRow(visited === undefined ? 'add' : 'update', 'postiosoite', address, place, pointerOf(row, 'kaynti'))] : []),
    ...billingPartNames.flatMap((part) => {
      const values = parts[part]
      if (!values) return []
      const stored = existing ? billing[part].get(id) : undefined
      const change =
        stored === undefined
          ? inputRow('add', billingParts[part], randomUUID(), { ...values, asiakas: id }, pointerOf(row, part))
          : inputRow('update', billingParts[part], stored, values, pointerOf(row, part))
      return [change]
    }),
  ]
}

/** The place of a visiting address has the customer's name, else that of the stored customer. */
const placeName = ({ parts, existing }: MatchedRow): unknown => parts.rivi?.name ?? existing?.label.replace(/^\S+ /, '') ?? ''

function plainChanges(kind: ImportKindName, row: MatchedRow): RowChange[] {
  const { entity }: ImportKind = importKinds[kind]
  const { id, parts, existing, customerId } = row
  const values = { ...parts.rivi, ...(existing || customerId === null ? {} : { asiakas: customerId }) }
  return [inputRow(existing ? 'update' : 'add', entity, id, values, pointerOf(row, 'rivi'))]
}

/** The changes that a row of the file makes. Their faults point at the row and its part. */
export function changesOfRow(kind: ImportKindName, row: MatchedRow, stored: StoredParts): RowChange[] {
  if (kind === 'asiakkaat') return customerChanges(row, stored)
  if (kind !== 'kayttajat') return plainChanges(kind, row)
  return userChanges(row, stored.people, { user: pointerOf(row, 'rivi').pointer, profile: pointerOf(row, 'profiili').pointer })
}

/** The fault of a change as that of the cell which it came from. */
export function cellFaultOf(kind: ImportKindName, { pointer = '', detail }: Fault): CellFault {
  const { columns }: ImportKind = importKinds[kind]
  const [, row, part, field] = /^\/rivit\/(\d+)\/(\w+)(?:\/(?:attributes|relationships)\/([^/]+))?/.exec(pointer) ?? []
  const found = columns.find((column) => column.part === part && column.field === field)
  return { row: Number(row ?? 0), column: found?.name ?? '', message: detail }
}
