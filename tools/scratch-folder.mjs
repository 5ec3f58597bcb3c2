// Where tests put what they throw away: databases, data folders, browsers' profiles. In memory where there is room: on a disk
// each database of theirs takes 0.4–0.8 s to make instead of 0.02 s, and no two machines' disks are alike.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const memory = '/dev/shm'
/** Databases of 13 MB, their logs, the browsers' profiles; the machine's other work besides. */
const minFreeBytes = 3 * 1024 ** 3
const own = join(memory, `kuorma-${process.getuid?.() ?? ''}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeBytes
  } catch {
    // There is none but on Linux.
    return false
  }
}

/** The clone's own folder in memory, which its temporary files go to from here on; undefined where there is no room. */
export function goToScratchFolder() {
  if (tmpdir() === own) return own
  if (!hasSpace()) return undefined
  mkdirSync(own, { recursive: true })
  // PostgreSQL, which never runs as root, passes through it.
  chmodSync(own, 0o755)
  process.env.TMPDIR = own
  return own
}

/** What a run leaves for the next one would take memory until then. */
export const emptyScratchFolder = () => rmSync(own, { recursive: true, force: true })
