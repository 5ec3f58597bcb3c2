import type { ShiftType } from '#domain/entities/shift/shift.entity.ts'
import type { ShiftRow, WorkRouteRow } from '#domain/features/shifts/shift-rows.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { type ShiftEdit, usualDriver } from '../changes/shift-plans.ts'

/** A shift as it is edited; `shift` is the stored one, null for a new one. */
export type ShiftDraft = {
  id: string
  shift: ShiftRow | null
  tyyppi: ShiftType
  tyoreitti: string[]
  auto: string | null
  kuljettaja: string | null
  alkuaika: TypedNumber
  kesto: TypedNumber
}

export const draftOf = (shift: ShiftRow): ShiftDraft => {
  const { id, tyyppi, tyoreitti, auto, kuljettaja, alkuaika, kesto } = shift
  return {
    id,
    shift,
    tyyppi,
    tyoreitti: [...tyoreitti],
    auto,
    kuljettaja,
    alkuaika: kesto === 0 ? '' : alkuaika,
    kesto: kesto || '',
  }
}

export const blankDraft = (id: string, driver: string): ShiftDraft => ({
  ...{ id, shift: null, tyyppi: 'TYOVUORO', tyoreitti: [], auto: null, alkuaika: '', kesto: '' },
  kuljettaja: driver || null,
})

/** Only a shift at work has routes and a car, and only it and a training have hours. */
export const hasWork = ({ tyyppi }: Pick<ShiftDraft, 'tyyppi'>): boolean => tyyppi === 'TYOVUORO'
export const hasHours = ({ tyyppi }: Pick<ShiftDraft, 'tyyppi'>): boolean => tyyppi === 'TYOVUORO' || tyyppi === 'KOULUTUS'

/** Whether both the start and the length are known, or neither. */
export const hasValidHours = (draft: ShiftDraft): boolean => {
  const { alkuaika, kesto } = draft
  if (!hasHours(draft)) return true
  return (alkuaika === '') === (kesto === '') && Number.isInteger(alkuaika || 0) && Number.isInteger(kesto || 0)
}

const workOf = (draft: ShiftDraft) => ({
  ...(hasWork(draft) ? { tyoreitti: draft.tyoreitti, auto: draft.auto } : { tyoreitti: [], auto: null }),
  ...(hasHours(draft) ? { alkuaika: Number(draft.alkuaika || 0), kesto: Number(draft.kesto || 0) } : { alkuaika: 0, kesto: 0 }),
})
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the draft changes; null when that is nothing. Only changed fields are named, so that the others keep what is stored. */
export function editOf(draft: ShiftDraft, { day, routes }: { day: number; routes: readonly WorkRouteRow[] }): ShiftEdit | null {
  const { id, shift, tyyppi, kuljettaja } = draft
  const work = workOf(draft)
  const usual = usualDriver(routes, { tyoreitti: work.tyoreitti, kuljettaja_default: null })
  const whose = { kuljettaja, kuljettaja_default: usual === kuljettaja ? null : usual }
  if (!shift) return { id, paiva: day, tyyppi, ...work, ...whose }
  const before = workOf(draftOf(shift))
  const all = {
    ...(tyyppi === shift.tyyppi ? {} : { tyyppi }),
    // With other routes, the car and the hours are those shown, not those that the server would take from the routes.
    ...(isSame(work.tyoreitti, before.tyoreitti) ? changedWork(work, before) : work),
    ...(kuljettaja === shift.kuljettaja ? {} : whose),
  }
  return Object.keys(all).length === 0 ? null : { id, ...all }
}

const changedWork = (work: ReturnType<typeof workOf>, before: ReturnType<typeof workOf>) => ({
  ...(work.auto === before.auto ? {} : { auto: work.auto }),
  ...(work.alkuaika === before.alkuaika ? {} : { alkuaika: work.alkuaika }),
  ...(work.kesto === before.kesto ? {} : { kesto: work.kesto }),
})
