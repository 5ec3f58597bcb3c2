import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { worktimeReadsCall } from '#domain/features/worktime/administration.ts'
import {
  type WorktimeOperation,
  type WorktimeOperationsAnswer,
  worktimeOperationsCall,
} from '#domain/features/worktime/administration-operations.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import { answerCorrection } from './answer-correction.ts'
import { markChecked } from './mark-checked.ts'
import { originalRecord, restoreOriginal } from './original.ts'
import { downloadPayroll, type PayrollParts, payrollPreview, sendPayroll } from './payroll.ts'
import { worktimeList, worktimeSummary } from './read-records.ts'

const withoutFile = async (results: Promise<OperationResults>): Promise<WorktimeOperationsAnswer> => ({
  ...(await results),
  tiedosto: null,
})

function operate(
  parts: PayrollParts & { client: PoolClient },
  viewer: Viewer,
  input: WorktimeOperation,
): Promise<WorktimeOperationsAnswer> {
  switch (input.operation) {
    case 'RESTORE_ORIGINAL':
      return withoutFile(restoreOriginal(parts, viewer, input.id))
    case 'MARK_AS_TARKISTETTU':
      return withoutFile(markChecked(parts, viewer, input))
    case 'ANSWER_CORRECTION':
      return withoutFile(answerCorrection(parts, viewer, input))
    case 'DOWNLOAD_CSV':
      return downloadPayroll(parts, viewer, input)
    case 'SEND_CSV':
      return sendPayroll(parts, viewer, input)
  }
}

export function worktimeAdministrationRoutes(
  app: FastifyInstance,
  { drafts, ...context }: Omit<PayrollParts, 'withDraft'> & { drafts: string },
): void {
  const parts = { ...context, withDraft: draftsIn(drafts) }
  serveCall(app, worktimeReadsCall, parts, async (input, viewer) => {
    switch (input.operation) {
      case 'SUMMARY':
        return worktimeSummary(parts, input)
      case 'LIST':
        return worktimeList(parts, input)
      case 'ORIGINAL':
        return { data: await originalRecord(parts, viewer, input.id) }
      case 'PAYROLL_PREVIEW':
        return { data: await payrollPreview(parts, input) }
    }
  })
  serveTransaction(app, worktimeOperationsCall, parts, (input, viewer, client) => operate({ ...parts, client }, viewer, input))
}
