import { afterEach, expect, test, vi } from 'vitest'
import { fitDraft, keepDraft, leavingText, unansweredText } from './drafts.ts'

const initial = { viite: '', rivit: [] as string[], tallennettu: { lahetykset: [] as string[], tuntityot: [] as string[] }, paiva: 0 }

test("a draft of an older build is completed with the form's current initial values", () => {
  const older = { viite: 'PO-1', tallennettu: { lahetykset: ['a'] }, poistunut: 'x', paiva: 'huomenna' }
  expect(fitDraft(older, initial)).toEqual({
    viite: 'PO-1',
    rivit: [],
    tallennettu: { lahetykset: ['a'], tuntityot: [] },
    paiva: 'huomenna',
  })
  expect(fitDraft({ tallennettu: null, rivit: 'x' }, initial)).toEqual(initial)
})

test('a choice that was cleared stays empty', () => {
  const stored = { asiakas: { id: 'a', name: 'Putki Oy' }, pohja: { asiakas: { id: 'a', name: 'Putki Oy' } } }
  expect(fitDraft({ asiakas: null, pohja: { asiakas: null } }, stored)).toEqual({ asiakas: null, pohja: { asiakas: null } })
})

test("a value with none of the form's keys is not a draft of it", () => {
  for (const draft of [null, 'x', [], {}, { poistunut: 1 }]) expect(fitDraft(draft, initial)).toBe(null)
})

afterEach(() => void vi.unstubAllGlobals())

test('when a device cannot store drafts, the text says that they would be lost, never that they are kept', () => {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem: refuse })
  const isLost = keepDraft('a', 'tilaus.new', initial, 1) === null
  for (const textOf of [unansweredText, leavingText]) {
    expect(textOf(isLost)).toContain('Laite ei ole säilyttänyt')
    expect(textOf(isLost)).not.toMatch(/tal(lessa|teen)/)
  }
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  expect(keepDraft('a', 'tilaus.new', initial, 1)).toBe(1)
  for (const textOf of [unansweredText, leavingText]) expect(textOf(false)).toMatch(/tal(lessa|teen)/)
})
