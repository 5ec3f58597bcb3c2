import { isDeepStrictEqual } from 'node:util'
import type { Case, CaseKey } from './cases.ts'
import type { Target } from './load.ts'

async function ask({ url, headers, write }: Target): Promise<Buffer> {
  const made = write?.()
  const response = await fetch(url, made ? { method: 'POST', body: made.body, headers: { ...headers, ...made.headers } } : { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${url}: ${response.status} ${bytes}`)
  return bytes
}

type Resource = { attributes: Record<string, unknown> }
/** Of two new orders these differ. */
const own = new Set(['tunniste', 'drupal_internal__id', 'tilausnro', 'created', 'changed', 'revision_created'])

/** The customer does not see every field, so the server's answer is the smaller one; what it has, the bare one's must have too. */
function sameNewOrder(ours: Buffer, bare: Buffer): boolean {
  const read = (text: Buffer): Resource[] => JSON.parse(String(text))['atomic:results'].map((result: { data: Resource }) => result.data)
  const theirs = read(bare)
  return read(ours).every(({ attributes }, index) =>
    Object.entries(attributes).every(([name, value]) => own.has(name) || isDeepStrictEqual(theirs[index]?.attributes[name], value)),
  )
}

function isSame(key: CaseKey, ours: Buffer, bare: Buffer): boolean {
  if (key === 'image') return ours.equals(bare)
  return key === 'create' ? sameNewOrder(ours, bare) : isDeepStrictEqual(JSON.parse(String(ours)), JSON.parse(String(bare)))
}

/** A comparison is worth something only when both answer the same. Gives the size of each one's answer in bytes. */
export async function answerSizes({ key, title, ours, bare }: Case): Promise<{ ours: number; bare: number }> {
  const [first, second] = [await ask(ours), await ask(bare)]
  if (!isSame(key, first, second))
    throw new Error(`"${title}": the two answers differ:\n${first.subarray(0, 1500)}\n${second.subarray(0, 1500)}`)
  return { ours: first.length, bare: second.length }
}
