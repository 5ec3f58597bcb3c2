import { join } from 'node:path'

/**
 * How the server's JavaScript engine keeps memory small: answers are short-lived text, which a small nursery collects as
 * well as a large one, and the rest of the house fits into the old space many times over.
 */
export const serverFlags = ['--max-semi-space-size=16', '--max-old-space-size=128']

/**
 * What was compiled is kept for the next start, which is then quicker and needs less memory. One arena of the C library's
 * allocator: nearly everything comes from one thread, and further arenas keep what they once took.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compiled') }
