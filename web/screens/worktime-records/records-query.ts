import { queryOptions } from '@tanstack/react-query'
import type { PayrollLayout } from '#domain/features/settings/payroll-settings.ts'
import { payrollPreviewCall, worktimeListCall, worktimeSummaryCall } from '#domain/features/worktime/administration.ts'
import { type WorktimeOperationInput, worktimeOperationsCall } from '#domain/features/worktime/administration-operations.ts'
import { addDays } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { dayFrom } from '#web/kit/page/page-search.ts'

/** Midnights of the first and the last day. */
export type Period = { min: number; max: number }
export const periodDays = 14

/** The period of the address, which names its first day; none is the current period, which the server knows. */
export function periodOfAddress(alkaen: string | undefined): Period | undefined {
  const min = dayFrom(alkaen)
  return min === 0 ? undefined : { min, max: addDays(min, periodDays - 1) }
}

export const summaryQuery = (period: Period | undefined) => {
  const input = { operation: 'SUMMARY' as const, ...period }
  return queryOptions({
    queryKey: queryKeys.call(worktimeSummaryCall.path, input),
    queryFn: ({ signal }) => callApi(worktimeSummaryCall, input, { signal }),
  })
}

export const driverQuery = (kuljettaja: string, period: Period | undefined) => {
  const input = { operation: 'LIST' as const, kuljettaja, ...period }
  return queryOptions({
    queryKey: queryKeys.call(worktimeListCall.path, input),
    queryFn: ({ signal }) => callApi(worktimeListCall, input, { signal, quiet: [400, 404] }),
  })
}

export const previewQuery = (period: Period, muoto: PayrollLayout | undefined) => {
  const input = { operation: 'PAYROLL_PREVIEW' as const, ...period, ...(muoto ? { muoto } : {}) }
  return queryOptions({
    queryKey: queryKeys.call(payrollPreviewCall.path, input),
    queryFn: ({ signal }) => callApi(payrollPreviewCall, input, { signal }),
  })
}

/** An operation, after which what it changed is read again; a refusal (422) is for the caller. */
export async function operate(input: WorktimeOperationInput) {
  const answer = await callApi(worktimeOperationsCall, input, { quiet: [422] })
  if (input.operation !== 'DOWNLOAD_CSV') await rereadAfterChange('tyovuoro_kirjaus')
  return answer
}

/** The text of a file as a file; its byte order mark is part of the text. */
export const fileOf = (sisalto: string): Blob => new Blob([sisalto], { type: 'text/csv;charset=utf-8' })
