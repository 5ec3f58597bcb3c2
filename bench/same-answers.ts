import { isDeepStrictEqual } from 'node:util'
import type { Case, CaseKey } from './cases.ts'
import type { Target } from './load.ts'

async function fetchBytes({ url, headers, write }: Target): Promise<Buffer> {
  const made = write?.()
  const response = await fetch(url, made ? { method: 'POST', body: made.body, headers: { ...headers, ...made.headers } } : { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${url}: ${response.status} ${bytes}`)
  return bytes
}

type Resource = { attributes: Record<string, unknown> }
/** Fields that differ between two new orders. */
const own = new Set(['tunniste', 'drupal_internal__id', 'tilausnro', 'created', 'changed', 'revision_created'])

/** The customer does not see every field, so the server's answer is the smaller one; the bare one's must have all its fields. */
function newOrders(ours: Buffer, bare: Buffer): [unknown, unknown] {
  const read = (text: Buffer): Resource[] => JSON.parse(String(text))['atomic:results'].map((result: { data: Resource }) => result.data)
  const shown = read(ours).map(({ attributes }) => Object.entries(attributes).filter(([name]) => !own.has(name) && !isDerived(name)))
  const theirs = read(bare)
  return [
    shown.map((fields) => Object.fromEntries(fields)),
    shown.map((fields, index) => Object.fromEntries(fields.map(([name]) => [name, theirs[index]?.attributes[name]]))),
  ]
}

/** The server looks up the billing data and adds up the shipments; the bare handler only writes the three rows. */
const isDerived = (name: string): boolean =>
  (name.startsWith('laskutus_') && name !== 'laskutus_viesti') || ['maara', 'paino', 'lavapaikat'].includes(name)

/** The path and both values of the first difference; null when there is none. */
function firstDifference(ours: unknown, bare: unknown, path = ''): string | null {
  if (isDeepStrictEqual(ours, bare)) return null
  if (ours !== null && bare !== null && typeof ours === 'object' && typeof bare === 'object') {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(bare)])) {
      const found = firstDifference(Reflect.get(ours, key), Reflect.get(bare, key), `${path}/${key}`)
      if (found !== null) return found
    }
  }
  return `${path}: ${JSON.stringify(ours)?.slice(0, 500)} against ${JSON.stringify(bare)?.slice(0, 500)}`
}

function differenceOf(key: CaseKey, ours: Buffer, bare: Buffer): string | null {
  if (key === 'image') return ours.equals(bare) ? null : 'other bytes'
  return firstDifference(...(key === 'create' ? newOrders(ours, bare) : ([JSON.parse(String(ours)), JSON.parse(String(bare))] as const)))
}

/** Throws unless both responses are the same, as only then they can be compared. Returns the size of each in bytes. */
export async function answerSizes({ key, title, ours, bare }: Case): Promise<{ ours: number; bare: number }> {
  const [first, second] = [await fetchBytes(ours), await fetchBytes(bare)]
  const difference = differenceOf(key, first, second)
  if (difference !== null) throw new Error(`"${title}": the two answers differ: ${difference}`)
  return { ours: first.length, bare: second.length }
}
