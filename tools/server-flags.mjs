import { join } from 'node:path'

/**
 * How the server's JavaScript engine keeps memory small: answers are short-lived text, which a small nursery collects as
 * well as a large one, and the rest of the house fits into the old space many times over.
 */
export const serverFlags = ['--max-semi-space-size=12', '--max-old-space-size=128']

/**
 * What was compiled is kept for the next start, which is then quicker and needs less memory. The C library's allocator has one
 * arena, as nearly everything comes from one thread and further arenas keep what they once took; and large rooms, of answers
 * and pictures, go back to the system when they are let go, which glibc by itself gives up after the first ones (mallopt(3)).
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compiled'),
}
