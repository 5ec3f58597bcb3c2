// The folder for temporary data of tests: databases, data folders, browsers' profiles. In memory where there is enough: on a disk,
// creating a database takes 0.4–0.8 s instead of 0.02 s, and the time varies between machines.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const memory = '/dev/shm'
/** Databases of 13 MB, their logs, the browsers' profiles, and room for other processes of the machine. */
const minFreeBytes = 3 * 1024 ** 3
const own = join(memory, `kuorma-${process.getuid?.() ?? ''}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeBytes
  } catch {
    // Only Linux has it.
    return false
  }
}

/** Makes this clone's folder in memory the folder for temporary files; undefined where there is too little memory. */
export function goToScratchFolder() {
  if (tmpdir() === own) return own
  if (!hasSpace()) return undefined
  mkdirSync(own, { recursive: true })
  // PostgreSQL, which never runs as root, must be able to enter it.
  chmodSync(own, 0o755)
  process.env.TMPDIR = own
  return own
}

/** Files left by a run would occupy memory until the next one. */
export const emptyScratchFolder = () => rmSync(own, { recursive: true, force: true })
