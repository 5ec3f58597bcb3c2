import type { Pool } from 'pg'
import type { z } from 'zod'
import type { BackgroundJob } from '#domain/calls/background-job.ts'
import type { cancelWaybillPrintCall, printWaybillsCall, waybillPrintsCall } from '#domain/calls/print-waybills.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import { fileUri } from '../files/new-file.ts'
import type { JobKind } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { forgetJobs, jobById, jobsOf, oldJobs, type StoredJob, unfinishedJobs } from '../jobs/queue.ts'
import { ownIntent } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { systemRights } from '../rights.ts'
import { type PrintWish, printResult, refuseTooLarge, wishKey } from './print-waybills.ts'

/** Of one person at a time; they are drawn one after another. */
const mostUnfinished = 5
const mostListed = 20
/** A print is made of what is stored: it is made anew where it is wanted later. */
const keptDays = 3
const sweptAtOnce = 200

export async function askForPrint(
  { jobs, ...parts }: JsonApi & { jobs: Jobs },
  kind: JobKind<PrintWish>,
  viewer: Viewer,
  wish: z.output<typeof printWaybillsCall.input>,
): Promise<{ success: true; id: string }> {
  const { userId } = viewer
  await refuseTooLarge(parts, viewer, wish)
  const asked = { tekija: userId, avain: wishKey(userId, wish), input: wish }
  const id = await inTransaction(parts.pool, async (client) => {
    const made = await jobs.enqueue(client, kind, asked)
    if ((await unfinishedJobs(client, { laji: kind.name, tekija: userId })) > mostUnfinished)
      throw new RequestFault({
        kind: 'invalid',
        detail: `Sinulla on jo ${mostUnfinished} tulostetta tekeillä. Odota, että jokin niistä valmistuu.`,
      })
    return made
  })
  jobs.wake()
  return { success: true, id }
}

export async function listPrints(
  pool: Pool,
  { name: laji }: JobKind<PrintWish>,
  viewer: Viewer,
  { id }: z.output<typeof waybillPrintsCall.input>,
): Promise<{ data: BackgroundJob[]; meta: { count: number } }> {
  const jobs = id === undefined ? await jobsOf(pool, { laji, tekija: viewer.userId }, mostListed) : [await printOf(pool, laji, viewer, id)]
  return { data: jobs.map(shown), meta: { count: jobs.length } }
}

export async function cancelPrint(
  { pool, jobs }: { pool: Pool; jobs: Jobs },
  { name: laji }: JobKind<PrintWish>,
  viewer: Viewer,
  { id }: z.output<typeof cancelWaybillPrintCall.input>,
): Promise<{ success: true; peruttu: boolean }> {
  await printOf(pool, laji, viewer, id)
  return { success: true, peruttu: await jobs.cancel(id) }
}

/** One's own; an administrator's are all, as all files are. */
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

/** Prints of some days ago go with their bytes: they were copies. Their files' rows stay, as all rows do, with status 0. */
export async function sweepPrints({ pool, model, rules, files, clock }: Omit<JsonApi, 'rightsOf'> & { files: FileStore }): Promise<void> {
  const file = resourceNamed(model, 'file')
  for (;;) {
    const old = await oldJobs(pool, 'rahtikirjat', clock() - keptDays * 86_400, sweptAtOnce)
    const made = old.flatMap(({ tulos }) => printResult.safeParse(tulos).data?.file?.id ?? [])
    const intents = made.map((id) => ({ ...ownIntent('remove', file, id), reason: `Tuloste säilyy ${keptDays} päivää` }))
    await inTransaction(pool, async (runner) => {
      if (intents.length > 0) await save({ model, rules, runner, viewer: null, rights: systemRights, now: clock() }, intents)
      for (const id of made) await files.remove(id)
      await forgetJobs(
        runner,
        old.map(({ id }) => id),
      )
    })
    if (old.length < sweptAtOnce) return
  }
}
