/**
 * The Idempotency-Key of a save: derived from its content alone, so that a retry sends the same key even when the answer
 * was lost and the page has been reloaded from its draft since. Other content gets another key. Two saves that are meant to be
 * separate differ by themselves: new rows have new ids, changes name the version that they are based on.
 */
export const saveKeyOf = (id: string, content: unknown): string => `${id}.${hashOf(JSON.stringify(content))}`

/** Bryc's cyrb53, both halves used. Not `crypto.subtle`, which browsers disable on plain http addresses. */
function hashOf(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
