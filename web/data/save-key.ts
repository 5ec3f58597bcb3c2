import { newId } from './row.ts'

/**
 * Gives the Idempotency-Key of a save: the same one as long as the same content is tried again, a new one once the
 * content changes or the save is done.
 */
export function createSaveKey(): { keyFor: (content: unknown) => string; done: () => void } {
  let last: { content: string; key: string } | null = null
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: newId() }
      return last.key
    },
    done: () => {
      last = null
    },
  }
}
