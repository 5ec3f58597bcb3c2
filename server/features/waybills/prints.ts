import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { cancelWaybillPrintCall, printWaybillsCall, waybillPrintsCall } from '#domain/features/waybills/print-calls.ts'
import type { BackgroundJob } from '#domain/model/background-job.ts'
import type { Context } from '#server/context.ts'
import { removeRow, system } from '#server/entities/engine.ts'
import type { JobKind } from '#server/platform/background-jobs/define-job.ts'
import { deleteJobs, jobById, jobsOf, oldJobs, type StoredJob, unfinishedJobs } from '#server/platform/background-jobs/job-rows.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { fileUri } from '#server/platform/files/new-file.ts'
import type { FileStore } from '#server/platform/files/store/file-store.ts'
import { type PrintRequest, printRequestKey, printResult, refuseTooLarge } from './print-job.ts'

/** For one user at a time; they are drawn one after another. */
const maxUnfinished = 5
const maxListed = 20
/** Prints are kept only for a short time, as they can be made again from stored data. */
const retentionDays = 3
const removedAtOnce = 200

export async function requestPrint(
  { jobs, ...parts }: Context & { jobs: Jobs },
  kind: JobKind<PrintRequest>,
  viewer: Viewer,
  request: z.output<typeof printWaybillsCall.input>,
): Promise<{ success: true; id: string }> {
  const { userId } = viewer
  await refuseTooLarge(parts, viewer, request)
  const job = { tekija: userId, avain: printRequestKey(userId, request), input: request }
  return inTransaction(parts.pool, async (client) => {
    const made = await jobs.enqueue(client, kind, job)
    if ((await unfinishedJobs(client, { laji: kind.name, tekija: userId })) > maxUnfinished)
      throw new RequestFault({
        kind: 'invalid',
        detail: `Sinulla on jo ${maxUnfinished} tulostetta tekeillä. Odota, että jokin niistä valmistuu.`,
      })
    return { success: true as const, id: made }
  })
}

export async function listPrints(
  pool: Pool,
  { name: laji }: JobKind<PrintRequest>,
  viewer: Viewer,
  { id }: z.output<typeof waybillPrintsCall.input>,
): Promise<{ data: BackgroundJob[]; meta: { count: number } }> {
  const jobs = id === undefined ? await jobsOf(pool, { laji, tekija: viewer.userId }, maxListed) : [await printOf(pool, laji, viewer, id)]
  return { data: jobs.map(shown), meta: { count: jobs.length } }
}

export async function cancelPrint(
  { pool, jobs }: { pool: Pool; jobs: Jobs },
  { name: laji }: JobKind<PrintRequest>,
  viewer: Viewer,
  { id }: z.output<typeof cancelWaybillPrintCall.input>,
): Promise<{ success: true; peruttu: boolean }> {
  await printOf(pool, laji, viewer, id)
  return { success: true, peruttu: await jobs.cancel(id) }
}

/** The viewer's own print; administrators may read all prints, as all files. */
async function printOf(pool: Pool, laji: string, { userId, roles }: Viewer, id: string): Promise<StoredJob> {
  const job = await jobById(pool, laji, id)
  if (!job || (job.tekija !== userId && !roles.includes('yllapito')))
    throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  return job
}

function shown({ tekija: _whose, tulos, ...job }: StoredJob): BackgroundJob {
  const { file, virheet } = job.tila === 'valmis' ? printResult.parse(tulos) : { virheet: [] }
  return { ...job, ...(file ? { file: { ...file, uri: fileUri(file.id) } } : {}), virheet }
}

/** Removes old prints with their bytes, which can be made again. Their files' rows stay with status 0, like all removed rows. */
export async function sweepPrints({ engine, pool, files, clock }: Context & { files: FileStore }): Promise<void> {
  for (;;) {
    const old = await oldJobs(pool, 'rahtikirjat', { before: clock() - retentionDays * 86_400, limit: removedAtOnce })
    const made = old.flatMap(({ tulos }) => printResult.safeParse(tulos).data?.file?.id ?? [])
    const removals = made.map((id) => removeRow('file', id, { reason: `Tuloste säilyy ${retentionDays} päivää` }))
    await inTransaction(pool, async (client) => {
      await engine.save(system, removals, { client })
      for (const id of made) await files.remove(id)
      await deleteJobs(
        client,
        old.map(({ id }) => id),
      )
    })
    if (old.length < removedAtOnce) return
  }
}
