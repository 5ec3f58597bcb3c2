import { setImmediate as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { importDataCall } from '#domain/features/data-import/import-data.ts'
import { headingsOfKind, type ImportKind, importKinds } from '#domain/features/data-import/import-kinds.ts'
import { type DataRow, readDataRow } from '#domain/features/data-import/read-data-row.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import type { Context } from '#server/context.ts'
import { oncePerCell, refuseFaulty } from '#server/platform/documents/tables/cell-faults.ts'
import { fileBytes } from '#server/platform/documents/tables/import-file.ts'
import { type ParsedTable, parseTable } from '#server/platform/documents/tables/parse-table.ts'
import { chunksOf, mapWithPauses } from '#server/platform/documents/tables/with-pauses.ts'
import { type IdempotentRequest, storeOnce } from '#server/platform/idempotency-keys.ts'
import { enqueueInvitations } from '#server/platform/mail/mail-queue.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { allowInvitations } from '#server/users/invitation-limits.ts'
import { type MatchedRow, matchRows } from './match-rows.ts'
import { importedAt, lockKind, noteImport } from './queries.ts'
import { cellFaultOf, changesOfRow, type StoredParts, storedPartsOf } from './row-changes.ts'
import { personFaults } from './user-changes.ts'

type Input = z.output<typeof importDataCall.input>
type Answer = z.output<typeof importDataCall.output>
export type DataImportParts = Context & { workers: WorkerPool }
/** Who imports, and the Idempotency-Key of the request. */
type Asking = { viewer: Viewer; key: string | null }
type Importing = { parts: Context; viewer: Viewer; input: Input; now: number }
type ReadFile = { table: ParsedTable; rows: DataRow[] }

// Rows of the file per statement. Other requests are served between statements.
const chunkSize = 200

const columnsOf = ({ input }: Importing): ImportKind['columns'] => importKinds[input.laji].columns
const namesOf = (importing: Importing): string[] => columnsOf(importing).map(({ name }) => name)

/** Brings a register in from a file (rules/data-import.md#all-or-nothing, decision 62). */
export async function importData(parts: DataImportParts, { viewer, key }: Asking, input: Input): Promise<Answer> {
  const importing = { parts, viewer, input, now: parts.clock() }
  const file = { bytes: fileBytes(input), known: headingsOfKind(input.laji), choices: input.otsikot }
  const table = await parseTable(parts.workers, file, viewer.userId)
  if (input.tarkista && table.unknown.length > 0) {
    const kysyttavat = table.unknown.map(({ heading, examples }) => ({ otsikko: heading, esimerkit: examples }))
    return { success: true, sarakkeet: table.found, kysyttavat }
  }
  const rows = await mapWithPauses(table.rows, (row) => readDataRow(input.laji, row, importing.now))
  if (input.tarkista) return checkFile(importing, { table, rows })
  return storeFile(importing, { table, rows }, key)
}

const isChanged = ({ input }: Importing, { existing, isLost }: MatchedRow): boolean =>
  !isLost && (existing === null || input.olemassa === 'paivita')

async function checkFile(importing: Importing, { table, rows }: ReadFile): Promise<Answer> {
  const { parts, viewer, input } = importing
  const looking = { engine: parts.engine, viewer, runner: parts.pool }
  const { matched, faults } = await matchRows(looking, input.laji, rows)
  const changed = matched.filter((row) => isChanged(importing, row))
  const stored = await storedPartsOf(looking, input.laji, existingOf(changed))
  const found: CellFault[] = []
  for (const chunk of chunksOf(changed, chunkSize, () => 1)) found.push(...(await checkRows(importing, chunk, stored)))
  const own = changed.flatMap((row) => personFaults(row, stored.people))
  const all = [...faultsOfCells(importing, { table, rows: matched }), ...faults, ...own, ...found]
  return {
    success: true,
    sarakkeet: namesOf(importing),
    rivit: table.rows.map(({ row, cells }) => ({ rivi: row, solut: cells })),
    virheet: oncePerCell(all, namesOf(importing)).map(({ row, column, message }) => ({ rivi: row, sarake: column, viesti: message })),
    tuntemattomat: table.leftOut,
    tuotu: await importedAt(parts.pool, input.laji, table.digest),
    uusia: matched.filter(({ existing }) => existing === null).length,
    jo: matched.flatMap(({ row, existing }) => (existing ? [{ rivi: row, id: existing.id, nimi: existing.label }] : [])),
  }
}

/** The faults of the rows' changes. The engine does not go on to the rules when a value is missing, so rows without faults are checked again. */
async function checkRows({ parts, viewer, input }: Importing, rows: readonly MatchedRow[], stored: StoredParts): Promise<CellFault[]> {
  const check = async (some: readonly MatchedRow[]): Promise<CellFault[]> => {
    const changes = some.flatMap((row) => changesOfRow(input.laji, row, stored))
    const found = await parts.engine.check(viewer, changes)
    await pause()
    return found.map((fault) => cellFaultOf(input.laji, fault))
  }
  const first = await check(rows)
  const faulty = new Set(first.map(({ row }) => row))
  return faulty.size === 0 ? first : [...first, ...(await check(rows.filter(({ row }) => !faulty.has(row))))]
}

const existingOf = (rows: readonly MatchedRow[]): string[] => rows.flatMap(({ existing }) => existing?.id ?? [])

/** The faults of cells; those of rows that are left out do not matter. */
const faultsOfCells = ({ input }: Importing, { table, rows }: { table: ParsedTable; rows: readonly MatchedRow[] }) => [
  ...table.faults,
  ...rows.flatMap(({ existing, faults }) => (existing && input.olemassa === 'ohita' ? [] : faults)),
]

async function storeFile(importing: Importing, file: ReadFile, key: string | null): Promise<Answer> {
  const { parts, viewer, input, now } = importing
  const content = `tuo-tiedot ${input.laji} ${input.olemassa} ${input.kutsut} ${input.uudelleen} ${file.table.digest}`
  const idempotent: IdempotentRequest | null = key === null ? null : { userId: viewer.userId, key, content }
  const stored = await storeOnce(parts.pool, idempotent, now, async (client) => {
    const answer = await storeRows(importing, file, client)
    return { status: 200, location: null, body: JSON.stringify(answer) }
  })
  const answer: Answer = JSON.parse(stored.body)
  return answer
}

async function storeRows(importing: Importing, { table, rows }: ReadFile, client: PoolClient): Promise<Answer> {
  const { parts, viewer, input } = importing
  await lockKind(client, input.laji)
  await refuseRepeated(importing, client, table.digest)
  const looking = { engine: parts.engine, viewer, runner: client }
  const { matched, faults } = await matchRows(looking, input.laji, rows)
  const headings = new Map(columnsOf(importing).map(({ name, heading }) => [name, heading]))
  const refuse = (found: typeof faults) => refuseFaulty(found, namesOf(importing), (column) => headings.get(column) ?? column)
  refuse([...faultsOfCells(importing, { table, rows: matched }), ...faults])
  const changed = matched.filter((row) => isChanged(importing, row))
  const stored = await storedPartsOf(looking, input.laji, existingOf(changed))
  refuse(changed.flatMap((row) => personFaults(row, stored.people)))
  await saveRows(importing, { client, changed, stored, refuse })
  const fresh = matched.filter(({ existing }) => existing === null)
  const kutsuja = input.laji === 'kayttajat' && input.kutsut ? await invite(importing, client, fresh) : 0
  const paivitettyja = changed.length - fresh.length
  return { success: true, uusia: fresh.length, paivitettyja, ohitettuja: matched.length - changed.length, kutsuja }
}

type Saving = {
  client: PoolClient
  changed: readonly MatchedRow[]
  stored: StoredParts
  refuse: (faults: ReturnType<typeof cellFaultOf>[]) => void
}

async function saveRows({ parts, viewer, input }: Importing, { client, changed, stored, refuse }: Saving): Promise<void> {
  for (const chunk of chunksOf(changed, chunkSize, () => 1)) {
    const changes = chunk.flatMap((row) => changesOfRow(input.laji, row, stored))
    await parts.engine.save(viewer, changes, { client }).catch((error: unknown) => {
      if (error instanceof RequestFault && error.status === 422) refuse(error.faults.map((fault) => cellFaultOf(input.laji, fault)))
      throw error
    })
    await pause()
  }
}

async function refuseRepeated({ viewer, input, now }: Importing, client: PoolClient, digest: string): Promise<void> {
  const noted = { kind: input.laji, digest, now, userId: viewer.userId, again: input.uudelleen }
  if (await noteImport(client, noted)) return
  const at = formatMoment(await importedAt(client, input.laji, digest))
  const detail = `Samat tiedot on jo tuotu ${at}. Vahvista, jos haluat tuoda ne uudelleen.`
  throw new RequestFault({ kind: 'conflict', pointer: '/base64', detail })
}

/** Mails the new people a link to choose a password; returns how many. */
async function invite({ viewer, now }: Importing, client: PoolClient, rows: readonly MatchedRow[]): Promise<number> {
  const addresses = rows.flatMap(({ parts }) => (typeof parts.rivi?.mail === 'string' ? [parts.rivi.mail] : []))
  if (addresses.length === 0) return 0
  await allowInvitations(client, viewer.userId, addresses, now)
  await enqueueInvitations(client, addresses, now, viewer.userId)
  return addresses.length
}
