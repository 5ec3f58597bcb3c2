import * as z from 'zod/mini'

/** What this device has sent; `at`: when, in milliseconds. */
const sentShape = z.object({ id: z.string(), label: z.string(), at: z.number(), result: z.enum(['sent', 'passedOn']) })
export type Sent = z.infer<typeof sentShape>

/** Removed when the person signs out. */
export const sentKey = 'kuorma.lahetetyt'
const storedShape = z.object({ owner: z.string(), sent: z.array(sentShape) })

/** A day (milliseconds), and more items than anybody sends in one. */
const [maxAge, maxItems] = [24 * 60 * 60_000, 300]

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(sentKey) ?? 'null')
  } catch {
    return null
  }
}

/** What the person has sent from this device within a day, also before a reload and in other tabs; the newest first. */
export function sentItems(owner: string): readonly Sent[] {
  const { data } = storedShape.safeParse(stored())
  return data?.owner === owner ? data.sent.filter(({ at }) => at > Date.now() - maxAge) : []
}

/** Adds an item to what is stored of the person's, in place of anybody else's, and returns all of it. */
export function addSent(owner: string, item: Sent): readonly Sent[] {
  const sent = [item, ...sentItems(owner)].slice(0, maxItems)
  try {
    localStorage.setItem(sentKey, JSON.stringify({ owner, sent }))
  } catch {
    // It is only shown.
  }
  return sent
}
