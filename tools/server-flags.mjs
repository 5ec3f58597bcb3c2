import { join } from 'node:path'

/**
 * Responses are short-lived text, which a small young generation collects as well as a large one. The old generation is collected once
 * it has grown by 30 %; by default V8 lets it grow to several times what is in use. The heap keeps its default limit: one that saves
 * memory would let a few large requests crash the server.
 */
export const serverFlags = ['--max-semi-space-size=12', '--heap-growing-percent=30']

/**
 * Compiled code is cached for the next start, which is then faster and needs less memory. The C library's allocator has one
 * arena, as nearly all memory is allocated by one thread and further arenas never shrink. Large blocks, of responses and
 * pictures, are returned to the system when they are freed, which glibc by default stops doing after the first ones (mallopt(3)).
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compiled'),
}
