import type { Readable } from 'node:stream'

/** Both ends included, as in HTTP. */
export type ByteRange = { first: number; last: number }
/** What is to be stored: at hand when it is small, else a file of this machine. */
export type Bytes = Buffer | { path: string; size: number }
export type StoredFile = {
  name: string
  /** Unix seconds. */
  changed: number
}

/**
 * Where the bytes of files lie. A name is the id of a file's row, or the id, a point and the name of what is made of the
 * file (`….pieni`). What a file is called and who may have it stands in the database.
 */
export type FileStore = {
  /** Whole and kept once this ends; nothing is left when it fails. What was stored before under the name is replaced. */
  save: (name: string, bytes: Bytes) => Promise<void>
  /** Null when there are no such bytes. A range lies within them. */
  open: (name: string, range?: ByteRange) => Promise<Readable | null>
  /** With `notSince` (unix seconds) only if nothing was stored under the name after that. */
  remove: (name: string, notSince?: number) => Promise<void>
  /** Everything that is stored, in no order. */
  list: () => AsyncIterable<StoredFile>
}

const nameForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z]+)?$/

export const isStoreName = (name: string): boolean => nameForm.test(name)

/** The row whose bytes these are, or are made of. */
export const rowOf = (name: string): string => name.slice(0, 36)

export function checkName(name: string): string {
  if (!isStoreName(name)) throw new RangeError(`A stored file is named by a UUID, not "${name}"`)
  return name
}
