import type { ByteRange } from './store/file-store.ts'

/**
 * The part of a file of `size` bytes that a Range header requests (RFC 9110 section 14). Null is the whole: no header, several ranges, or an
 * unknown form, which a server may ignore. `none` is a range outside the file (416).
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 || size === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  return Number(from) >= size ? 'none' : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** Whether an If-None-Match header names the tag; a weak one counts as well. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
}
