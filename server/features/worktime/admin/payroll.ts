import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { sumsOfRecord, unsentSums } from '#domain/entities/worktime/sent-sums.ts'
import { RequestFault } from '#domain/errors.ts'
import type { PayrollLayout } from '#domain/features/settings/payroll-settings.ts'
import type { Settings } from '#domain/features/settings/settings.ts'
import { maxWorktimeDays, type PayrollPreview } from '#domain/features/worktime/administration.ts'
import { maxRecords, type WorktimeOperation, type WorktimeOperationsAnswer } from '#domain/features/worktime/administration-operations.ts'
import {
  type PayrollRecord,
  type PayrollTable,
  payrollFaults,
  payrollFilename,
  payrollTable,
} from '#domain/features/worktime/payroll-file.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { makeTable } from '#server/platform/documents/make-table.ts'
import type { TableCell } from '#server/platform/documents/table.ts'
import type { WithDraft } from '#server/platform/files/drafts.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { type Days, lockPayroll, type PayrollRow, payrollRecords, queuePayrollFile } from './queries.ts'
import { daysOf, type WorktimeParts } from './read-records.ts'

export type PayrollParts = WorktimeParts & { workers: WorkerPool; withDraft: WithDraft }
type Given = {
  min?: number | undefined
  max?: number | undefined
  muoto?: PayrollLayout | undefined
  kuljettajat?: readonly string[] | undefined
}
type Chosen = { days: Days; layout: PayrollLayout; set: Settings; records: PayrollRow[] }

async function chosenRecords({ clock, settings }: WorktimeParts, runner: Queryable, given: Given): Promise<Chosen> {
  const set = await settings()
  const days = daysOf(given, { now: clock(), set, maxDays: maxWorktimeDays })
  const records = await payrollRecords(runner, { ...days, drivers: given.kuljettajat ?? null })
  return { days, layout: given.muoto ?? set.palkka_muoto, set, records }
}

const hasEnded = ({ loppuaika }: PayrollRow): boolean => loppuaika > 0
const isDue = (record: PayrollRow): boolean => hasEnded(record) && record.tarkistettu && (!record.lahetetty || record.korjaus_lahettamatta)

/** Of a record that was sent before and corrected since, the difference alone. */
const unsentPart = (record: PayrollRow): PayrollRecord => ({ ...record, ...unsentSums(record), isCorrection: record.lahetetty })

/** The number of rows that the preview shows. */
const shownRows = 20

/** What SEND_CSV would send now, and what it would leave out (rules/worktime.md#payroll). */
export async function payrollPreview(parts: WorktimeParts, given: Given): Promise<PayrollPreview> {
  const { days, layout, set, records } = await chosenRecords(parts, parts.pool, given)
  const due = records.filter(isDue)
  const ofDays = records.filter(({ paiva }) => paiva >= days.min)
  const { headings, rows } = payrollTable[layout](due.map(unsentPart), { codes: set, end: days.max })
  const unchecked = Map.groupBy(
    ofDays.filter((record) => hasEnded(record) && !record.tarkistettu),
    ({ kuljettaja }) => kuljettaja,
  )
  return {
    muoto: layout,
    vastaanottaja: set.palkka_sahkoposti,
    tiedosto: payrollFilename(layout, days),
    otsikot: [...(headings ?? [])],
    rivit: rows.slice(0, shownRows),
    riveja: rows.length,
    lahetetaan: due.length,
    tarkistamatta: [...unchecked].map(([kuljettaja, own]) => ({ kuljettaja, nimi: own[0]?.nimi ?? '', kirjauksia: own.length })),
    korjauksia: due.filter(({ lahetetty }) => lahetetty).length,
    avoimia: ofDays.filter((record) => !hasEnded(record)).length,
    jo_lahetetty: ofDays.filter((record) => record.lahetetty && !isDue(record)).length,
    puutteet: payrollFaults(due.map(unsentPart), layout, set),
  }
}

/** The text of a file, made in a worker. */
async function fileText(parts: PayrollParts, { headings, rows, bom }: PayrollTable, userId: string): Promise<string> {
  const width = headings?.length ?? rows[0]?.length ?? 1
  const columns = Array.from({ length: width }, (_, index) => ({
    header: headings?.[index] ?? String(index + 1),
    width: 12,
    kind: 'text' as const,
  }))
  const csv = { headings: headings !== null, bom }
  const { bytes } = await makeTable(parts, { format: 'csv', columns, rows: inOnePage(rows), fairKey: userId, csv })
  return (await buffer(bytes)).toString('utf8')
}

async function* inOnePage(rows: TableCell[][]): AsyncGenerator<TableCell[][], void, undefined> {
  yield rows
}

/** The file of the days, of checked records alone unless all are asked for. Sent ones are included; nothing is marked. */
export async function downloadPayroll(
  parts: PayrollParts & { client: PoolClient },
  viewer: Viewer,
  input: Extract<WorktimeOperation, { operation: 'DOWNLOAD_CSV' }>,
): Promise<WorktimeOperationsAnswer> {
  const { days, layout, set, records } = await chosenRecords(parts, parts.client, input)
  const chosen = records
    .filter((record) => record.paiva >= days.min && hasEnded(record) && (record.tarkistettu || input.tarkistamattomat))
    .map((record) => ({ ...record, isCorrection: false }))
  const sisalto = await fileText(parts, payrollTable[layout](chosen, { codes: set, end: days.max }), viewer.userId)
  return { success: true, results: [], tiedosto: { nimi: payrollFilename(layout, days), sisalto } }
}

const refused = (detail: string) => new RequestFault({ kind: 'invalid', pointer: '/operation', detail })

/** Mails the checked records that have not been sent to payroll, and marks them as sent, in the caller's transaction: each record is sent once. */
export async function sendPayroll(
  parts: PayrollParts & { client: PoolClient },
  viewer: Viewer,
  input: Extract<WorktimeOperation, { operation: 'SEND_CSV' }>,
): Promise<WorktimeOperationsAnswer> {
  const { client, engine, clock } = parts
  await lockPayroll(client)
  const { days, layout, set, records } = await chosenRecords(parts, client, input)
  const due = records.filter(isDue)
  if (set.palkka_sahkoposti === '') throw refused('Aseta palkanlaskennan sähköposti asetusten kohdassa Palkka-aineisto.')
  if (due.length === 0)
    throw refused(
      records.some(({ lahetetty }) => lahetetty)
        ? 'Jakson tarkistetut kirjaukset on jo lähetetty.'
        : 'Jaksolla ei ole tarkistettuja kirjauksia.',
    )
  if (due.length > maxRecords)
    throw refused(`Aineistossa olisi ${due.length} kirjausta. Lähetä enintään ${maxRecords} kerralla: valitse lyhyempi jakso.`)
  const rows = due.map(unsentPart)
  const faults = payrollFaults(rows, layout, set)
  if (faults.length > 0) throw refused(faults.join(' '))
  const table = payrollTable[layout](rows, { codes: set, end: days.max })
  await queuePayrollFile(client, {
    ...{ ...days, id: randomUUID(), luotu: clock(), lahettaja: viewer.userId, muoto: layout, vastaanottaja: set.palkka_sahkoposti },
    tiedosto: payrollFilename(layout, days),
    sisalto: await fileText(parts, table, viewer.userId),
    kirjaukset: due.map(({ id }) => id),
  })
  // With the version, so that a record that somebody changes meanwhile is not marked as what it was.
  const marks = due.map((record) => {
    const reason = record.lahetetty ? 'Korjaus lähetetty palkanlaskentaan' : 'Lähetetty palkanlaskentaan'
    return updateRow(
      'tyovuoro_kirjaus',
      record.id,
      { lahetetty: true, lahetetyt_summat: sumsOfRecord(record) },
      { vid: record.vid, reason },
    )
  })
  await engine.save(systemFor(viewer), marks, { client })
  return { success: true, results: due.map(({ id }) => ({ id, success: true })), tiedosto: null }
}
