import type { z } from 'zod'
import type { Call } from '#domain/model/define-call.ts'
import { callJson, type Passed } from './request.ts'
import { newId } from './row.ts'

type ApiCallOptions = Passed & {
  /** The same for every retry of one call; without it each call is a new one. */
  idempotencyKey?: string
}

/** The query of a GET: lists are separated by commas. */
function queryOf(input: unknown): [string, string][] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  )
}

/** Makes an /api call as `domain/features` describes it, and checks the answer against its schema. */
export async function callApi<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  input: z.input<I>,
  { idempotencyKey = newId(), ...options }: ApiCallOptions = {},
): Promise<z.output<O>> {
  const read = (body: unknown) => call.output.parse(body)
  if (call.method === 'GET') return callJson(call.path, read, { ...options, query: queryOf(input) })
  return callJson(call.path, read, { ...options, method: call.method, body: input, headers: { 'Idempotency-Key': idempotencyKey } })
}
