/** Unsaved text, stored on this device by person and form until it is saved, discarded or the person signs out. A session that expires leaves it for the person's return. */
const prefix = 'kuorma.draft'

export type Draft = { savedAt: number; values: unknown }

const keyOf = (userId: string, form: string): string => `${prefix}.${userId}.${form}`

function draftAt(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('savedAt' in stored) || !('values' in stored)) return null
    return typeof stored.savedAt === 'number' ? { savedAt: stored.savedAt, values: stored.values } : null
  } catch {
    return null
  }
}

export const readDraft = (userId: string, form: string): Draft | null => draftAt(keyOf(userId, form))

/** Returns when it was stored, in unix seconds; null when the device has no room, and typing continues. */
export function keepDraft(userId: string, form: string, values: unknown, now: number): number | null {
  try {
    localStorage.setItem(keyOf(userId, form), JSON.stringify({ savedAt: now, values }))
    return now
  } catch {
    return null
  }
}

/** Shown after a save that got no answer; `isLost`: the device could not store the draft. A toast shows the words of rules/errors.md#toasts for it. */
export const unansweredText = (isLost: boolean): string =>
  isLost
    ? 'Palvelin ei vastannut. Laite ei ole säilyttänyt kirjoittamaasi: pysy tällä sivulla ja lähetä uudelleen.'
    : 'Palvelin ei vastannut. Kirjoittamasi on tallessa, ja voit lähettää sen uudelleen.'

/** Shown before a form with unsaved changes is left. */
export const leavingText = (isLost: boolean): string =>
  isLost
    ? 'Laite ei ole säilyttänyt niitä: jos poistut, ne on tehtävä uudelleen.'
    : 'Luonnos jää kahdeksi viikoksi talteen tälle laitteelle, ja voit jatkaa siitä myöhemmin.'

/** The same with pictures that have not been uploaded. */
export const unsentText = 'Kuvia on vielä lähettämättä: jos poistut, ne on lisättävä uudelleen.'

export const dropDraft = (userId: string, form: string): void => localStorage.removeItem(keyOf(userId, form))

const allKeys = (): string[] => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')

/** The forms of which the person has a draft. */
export function draftNames(userId: string): string[] {
  const own = keyOf(userId, '')
  return allKeys().flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []))
}

export function dropAllDrafts(userId: string): void {
  for (const form of draftNames(userId)) dropDraft(userId, form)
}

/** Removes drafts older than a moment, of any person, and those that cannot be read. */
export function dropOldDrafts(before: number): void {
  for (const key of allKeys()) {
    if (key.startsWith(`${prefix}.`) && (draftAt(key)?.savedAt ?? 0) < before) localStorage.removeItem(key)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds what an older build's draft lacks from the form's initial values, at any depth. */
function completed(draft: unknown, initial: unknown): unknown {
  if (Array.isArray(initial)) return Array.isArray(draft) ? draft : initial
  if (!isObject(initial)) return draft
  // A choice ({ id, name }) that was cleared.
  if (draft === null && 'id' in initial) return null
  if (!isObject(draft)) return initial
  const common = Object.keys(draft).filter((key) => key in initial)
  return { ...initial, ...draft, ...Object.fromEntries(common.map((key) => [key, completed(draft[key], initial[key])])) }
}

/** Accepts a draft only if it has the form's keys: an older build's draft may have others. */
export function fitDraft<V extends object>(draft: unknown, initial: V): V | null {
  if (!isObject(draft)) return null
  const own = Object.fromEntries(Object.entries(initial))
  const known = Object.entries(draft).filter(([key]) => key in own)
  return known.length === 0 ? null : { ...initial, ...Object.fromEntries(known.map(([key, value]) => [key, completed(value, own[key])])) }
}
