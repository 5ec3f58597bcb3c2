import type { ShiftType } from '#domain/entities/shift/shift.entity.ts'

/** The types in the order of their keys. */
export const typeOrder: readonly ShiftType[] = ['TYOVUORO', 'EI_AJOA', 'VAPAA', 'LOMA', 'SAIRASLOMA', 'KOULUTUS']

/** Milliseconds within which the second key of a sequence is awaited. */
export const sequenceTime = 1200

const single: Readonly<Record<string, ShiftType>> = { t: 'TYOVUORO', x: 'EI_AJOA', s: 'SAIRASLOMA', k: 'KOULUTUS' }
const afterV: Readonly<Record<string, ShiftType>> = { p: 'VAPAA', l: 'LOMA' }

export type CalendarKey =
  | { kind: 'type'; type: ShiftType }
  /** The first key of `vp` and `vl`. */
  | { kind: 'begins' }
  | { kind: 'action'; action: 'copy' | 'cut' | 'paste' | 'remove' | 'undo' | 'redo' | 'car' | 'route' | 'clear' }

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

const commands: Readonly<Record<string, 'copy' | 'cut' | 'paste' | 'redo'>> = { c: 'copy', x: 'cut', v: 'paste', y: 'redo' }

const others: Readonly<Record<string, CalendarKey>> = {
  delete: { kind: 'action', action: 'remove' },
  backspace: { kind: 'action', action: 'remove' },
  escape: { kind: 'action', action: 'clear' },
  v: { kind: 'begins' },
  a: { kind: 'action', action: 'car' },
  r: { kind: 'action', action: 'route' },
}

/** What a key does in the calendar; `begun`: `v` was pressed just before. */
export function readCalendarKey({ key, ctrlKey, metaKey, shiftKey }: Pressed, begun: boolean): CalendarKey | null {
  const letter = key.toLowerCase()
  if (ctrlKey || metaKey) {
    if (letter === 'z') return { kind: 'action', action: shiftKey ? 'redo' : 'undo' }
    const action = shiftKey ? undefined : commands[letter]
    return action ? { kind: 'action', action } : null
  }
  if (shiftKey) return null
  const type = (begun ? afterV[letter] : undefined) ?? single[letter]
  return type ? { kind: 'type', type } : (others[letter] ?? null)
}
