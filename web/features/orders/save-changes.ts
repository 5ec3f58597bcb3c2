import { faultKinds } from '#domain/errors.ts'
import { type ChangeRowsResult, changeRowsCall, maxChangedRows, maxChanges } from '#domain/features/orders/change-rows.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault, refusalText } from '#web/data/fault.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { plural } from '#web/kit/format.ts'
import { currentSession } from '#web/session/session.ts'
import { type OrderChange, reversed } from './line-changes.ts'

/** `status`: of the answer, 0 when none came. `retry`: the change to send in a retry; null when a retry cannot succeed. */
type Refused = { done: false; status: number; message: string; retry: OrderChange | null }
export type ChangeResult = { done: true; undo: OrderChange | null } | Refused
export type ChangeResults = ReadonlyMap<string, ChangeResult>

/** The general sentence asks to reload the page, but these lists have been refetched by now. */
const overtaken = 'Joku muu ehti muuttaa tilausta. Katso muutos ja yritä uudelleen.'
export const nothingToChange: ChangeResult = {
  done: false,
  status: 422,
  message: 'Tilauksella ei ole rivejä, joita voisi muuttaa.',
  retry: null,
}

/** The longest total wait in seconds for the server's rate limit, which is counted per minute. */
const maxWait = 120
/** The pause in seconds when the server does not give one. */
const defaultPause = 5

type Options = {
  /** Called with all results so far. */
  onProgress?: (results: ChangeResults) => void
  /** The message for rows that somebody has changed since they were read. */
  conflict?: string
}

/** Saves the changes of many orders in as few calls as the server accepts; a rejection is a result here, for screens that list the results. */
export async function saveChanges(
  changes: readonly OrderChange[],
  { onProgress, conflict = overtaken }: Options = {},
): Promise<ChangeResults> {
  const results = new Map<string, ChangeResult>(
    changes.flatMap(({ order, lines }) => (lines.length === 0 ? [[order.id, nothingToChange] as const] : [])),
  )
  const calls = callsOf(changes.filter(({ lines }) => lines.length > 0))
  const wait = { secondsLeft: maxWait }
  for (const [index, call] of calls.entries()) {
    const answer = await sendWhenTaken(call, wait)
    if (answer instanceof CallFault) {
      // The later calls would fail likewise. A retry sends the same changes with the same keys, so nothing is stored twice.
      const mayRetry = answer.status === 0 || answer.status === 429 || answer.status >= 500
      for (const change of calls.slice(index).flat())
        results.set(change.order.id, { done: false, status: answer.status, message: refusalText(answer), retry: mayRetry ? change : null })
      break
    }
    const byId = new Map(answer.map((result) => [result.id, result]))
    for (const change of call) {
      const result = byId.get(change.order.id)
      if (result) results.set(change.order.id, resultOf(change, result, conflict))
    }
    onProgress?.(new Map(results))
  }
  return results
}

/** Saves one order's change in the same way. */
export async function saveChange(change: OrderChange): Promise<ChangeResult> {
  const results = await saveChanges([change])
  return results.get(change.order.id) ?? nothingToChange
}

/** Divides the changes into calls: up to the limit of rows, and with one reason each. */
function callsOf(changes: readonly OrderChange[]): OrderChange[][] {
  const calls: OrderChange[][] = []
  let rows = 0
  for (const change of changes) {
    const last = calls.at(-1)
    if (last && last.length < maxChanges && rows + change.lines.length <= maxChangedRows && last[0]?.reason === change.reason) {
      last.push(change)
      rows += change.lines.length
    } else {
      calls.push([change])
      rows = change.lines.length
    }
  }
  return calls
}

/** Sends the call, and retries it with the same key after each pause that the server requests (429), until `secondsLeft` is used up. */
async function sendWhenTaken(call: readonly OrderChange[], wait: { secondsLeft: number }): Promise<ChangeRowsResult[] | CallFault> {
  const caller = currentSession()?.user.id
  for (;;) {
    const answer = await send(call)
    if (!(answer instanceof CallFault) || answer.status !== 429) return answer
    const seconds = Math.max(1, answer.retryAfter ?? defaultPause)
    if (seconds > wait.secondsLeft) return answer
    wait.secondsLeft -= seconds
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    // Somebody else may have signed in meanwhile.
    if (currentSession()?.user.id !== caller) return answer
  }
}

async function send(call: readonly OrderChange[]): Promise<ChangeRowsResult[] | CallFault> {
  const changes = call.map(({ order, lines }) => ({
    id: order.id,
    rows: lines.map(({ entity, id, vid, set }) => ({ entityType: entity, id, vid, values: set })),
  }))
  const body = { changes, syy: call[0]?.reason ?? '' }
  const keys = call.map(({ key }) => key)
  try {
    const idempotencyKey = saveKeyOf(keys[0] ?? '', [keys, body])
    const { results } = await callApi(changeRowsCall, body, { quiet: 'all', idempotencyKey })
    return results
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    return failure
  }
}

function resultOf(change: OrderChange, result: ChangeRowsResult, conflict: string): ChangeResult {
  if (!result.success) {
    const { code } = result
    // The call was answered: the same key would only return the same answer.
    const { status } = faultKinds[code]
    const retry = status >= 500 ? { ...change, key: newId() } : null
    return { done: false, status, message: code === 'conflict' ? conflict : result.message, retry }
  }
  const versions = new Map(result.rows.map(({ id, vid }) => [id, vid]))
  const back = change.lines.flatMap((line) => {
    const vid = versions.get(line.id)
    return vid === undefined ? [] : (reversed(line, vid) ?? [])
  })
  const { order, lines } = change
  return { done: true, undo: back.length === lines.length ? { order, lines: back, reason: '', key: newId() } : null }
}

type Refusals = { text: string; status: number }

/** `T-1042: Laskutettua tilausta ei voi muuttaa.` A reason shared by several orders is shown once; null when none was rejected. `status`: of the last one. */
export function refusalsOf(changes: readonly Pick<OrderChange, 'order'>[], results: ChangeResults): Refusals | null {
  const refused = changes.flatMap(({ order }) => {
    const result = results.get(order.id)
    return result && !result.done ? [{ ...result, number: order.number }] : []
  })
  const last = refused.at(-1)
  if (!last) return null
  const text = [...Map.groupBy(refused, ({ message }) => message)]
    .map(
      ([message, orders]) =>
        `${orders.length > 3 ? plural(orders.length, 'tilaus', 'tilausta') : orders.map(({ number }) => number).join(', ')}: ${message}`,
    )
    .join(' ')
  return { text, status: last.status }
}

/** The changes that undo the saved ones. Each carries the versions that it wrote: an order changed since stays as it is. */
export const undosOf = (results: ChangeResults): OrderChange[] =>
  [...results.values()].flatMap((result) => (result.done && result.undo ? [result.undo] : []))
