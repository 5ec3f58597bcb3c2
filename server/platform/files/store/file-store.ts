import type { Readable } from 'node:stream'

/** Both ends included, as in HTTP. */
export type ByteRange = { first: number; last: number }
/** Bytes to be stored: in memory when they are few, else in a file of this machine. */
export type Bytes = Buffer | { path: string; size: number }
export type StoredFile = {
  name: string
  /** Unix seconds. */
  changed: number
}

/**
 * Stores the bytes of files. A name is the id of a file's row, or the id, a dot and the name of a derived file (`….pieni`).
 * File names and access rights are in the database.
 */
export type FileStore = {
  /** The bytes are stored durably once this ends; nothing is left when it fails. Earlier bytes under the name are replaced. */
  save: (name: string, bytes: Bytes) => Promise<void>
  /** Null when there are no such bytes. The range must lie within them. */
  open: (name: string, range?: ByteRange) => Promise<Readable | null>
  /** With `notSince` (unix seconds) only if nothing was stored under the name after that. */
  remove: (name: string, notSince?: number) => Promise<void>
  /** All stored files, in no particular order. */
  list: () => AsyncIterable<StoredFile>
}

const nameForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z]+)?$/

export const isStoreName = (name: string): boolean => nameForm.test(name)

/** The id of the row that the bytes belong to or are derived from. */
export const rowOf = (name: string): string => name.slice(0, 36)

export function checkName(name: string): string {
  if (!isStoreName(name)) throw new RangeError(`A stored file is named by a UUID, not "${name}"`)
  return name
}
