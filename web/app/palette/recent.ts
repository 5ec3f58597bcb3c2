import { z } from 'zod'
import { currentSession } from '../../session/session.ts'

/** Cleared when the person signs out (web/kit/form/forget-person.ts). */
const key = 'kuorma.viimeksi-avatut'
const max = 8
const entry = z.object({ id: z.string(), label: z.string(), detail: z.string(), to: z.string() })
const stored = z.object({ owner: z.string(), entries: z.array(entry) })

/** A page that the person has opened from the palette. */
export type RecentEntry = z.output<typeof entry>

/** What the person last opened from the palette, the latest first. */
export function recentEntries(): readonly RecentEntry[] {
  try {
    const { success, data } = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return success && data.owner === currentSession()?.user.id ? data.entries : []
  } catch {
    return []
  }
}

export function noteRecent(opened: RecentEntry): void {
  const owner = currentSession()?.user.id
  if (owner === undefined) return
  const entries = [opened, ...recentEntries().filter(({ id }) => id !== opened.id)].slice(0, max)
  localStorage.setItem(key, JSON.stringify({ owner, entries }))
}
