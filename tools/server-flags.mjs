import { join } from 'node:path'

/**
 * Answers are short-lived text, which a small young generation collects as well as a large one. The old generation is collected once it
 * has grown by 30 %; by itself V8 lets it grow to several times what is in use. The heap has no limit of ours: one small enough to save
 * memory would let a few large requests end the server.
 */
export const serverFlags = ['--max-semi-space-size=12', '--heap-growing-percent=30']

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
