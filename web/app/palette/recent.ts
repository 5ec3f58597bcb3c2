import { z } from 'zod'
import type { OpenedPage } from '../../kit/page/opened-pages.ts'
import { currentSession } from '../../session/session.ts'

/** Cleared when the person signs out (web/kit/form/forget-person.ts). */
const key = 'kuorma.viimeksi-avatut'
const max = 8
const entry = z.object({ label: z.string(), detail: z.string(), to: z.string() })
const stored = z.object({ owner: z.string(), entries: z.array(entry) })

/** What the person last opened, wherever it was opened from, the latest first. */
export function recentEntries(): readonly OpenedPage[] {
  try {
    const { success, data } = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return success && data.owner === currentSession()?.user.id ? data.entries : []
  } catch {
    return []
  }
}

export function noteRecent(opened: OpenedPage): void {
  const owner = currentSession()?.user.id
  if (owner === undefined) return
  const entries = [opened, ...recentEntries().filter(({ to }) => to !== opened.to)].slice(0, max)
  localStorage.setItem(key, JSON.stringify({ owner, entries }))
}
