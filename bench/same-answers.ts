import { isDeepStrictEqual } from 'node:util'
import type { Case } from './cases.ts'
import type { Target } from './load.ts'

async function ask({ url, headers, write }: Target): Promise<string> {
  const made = write?.()
  const response = await fetch(url, made ? { method: 'POST', body: made.body, headers: { ...headers, ...made.headers } } : { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}

type Resource = { attributes: Record<string, unknown> }
/** Of two new orders these differ. */
const own = new Set(['tunniste', 'drupal_internal__id', 'tilausnro', 'created', 'changed', 'revision_created'])

/** The customer does not see every field, so the server's answer is the smaller one; what it has, the bare one's must have too. */
function sameNewOrder(ours: string, bare: string): boolean {
  const read = (text: string): Resource[] => JSON.parse(text)['atomic:results'].map((result: { data: Resource }) => result.data)
  const theirs = read(bare)
  return read(ours).every(({ attributes }, index) =>
    Object.entries(attributes).every(([name, value]) => own.has(name) || isDeepStrictEqual(theirs[index]?.attributes[name], value)),
  )
}

/** A comparison is worth something only when both answer the same. Gives the size of each one's answer in bytes. */
export async function answerSizes({ key, title, ours, bare }: Case): Promise<{ ours: number; bare: number }> {
  const [first, second] = [await ask(ours), await ask(bare)]
  const same = key === 'create' ? sameNewOrder(first, second) : isDeepStrictEqual(JSON.parse(first), JSON.parse(second))
  if (!same) throw new Error(`"${title}": the two answers differ:\n${first.slice(0, 1500)}\n${second.slice(0, 1500)}`)
  return { ours: Buffer.byteLength(first), bare: Buffer.byteLength(second) }
}
