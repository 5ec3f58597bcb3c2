import { notifications } from '@mantine/notifications'
import { beforeEach, expect, test, vi } from 'vitest'
import { toastMessages } from '#domain/errors.ts'
import { CallFault, refusalText } from './fault.ts'
import { clearToasts, showFailure, showFault, showStatusFault } from './fault-toast.tsx'

const marks = new Set<string>()
beforeEach(() => {
  marks.clear()
  const toggleAttribute = (name: string, isOn: boolean) => (isOn ? marks.add(name) : marks.delete(name))
  vi.stubGlobal('document', { documentElement: { toggleAttribute } })
})

test('a status is shown for five seconds, and at most once in five seconds (rules/errors.md#toasts)', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('viesti')
  const shownAt = (status: number, now: number): boolean => {
    const before = show.mock.calls.length
    showStatusFault(status, now)
    return show.mock.calls.length > before
  }
  expect([0, 1, 4999, 5000, 9000, 10_000].filter((now) => shownAt(403, now))).toEqual([0, 5000, 10_000])
  expect(shownAt(404, 10_001)).toBe(true)
  for (const [{ autoClose, color, role }] of show.mock.calls) expect([autoClose, color, role]).toEqual([5000, 'red', 'alert'])
})

test('a fault message has an icon and stays until it is closed; the newest three are shown, and equal ones once', () => {
  const show = vi.spyOn(notifications, 'show').mockImplementation(({ id }) => id ?? '')
  const hide = vi.spyOn(notifications, 'hide').mockImplementation((id) => id)
  show.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  for (const text of ['a', 'b', 'b', 'c', 'd']) showFault(text)
  for (const [{ autoClose, color, icon, role }] of show.mock.calls)
    expect([autoClose, color, role, Boolean(icon)]).toEqual([false, 'red', 'alert', true])
  expect(hide.mock.calls).toEqual([['refusal:a']])
})

test('the page is marked while a toast says that the server did not answer: its strip does not say it again', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const closing: (() => void)[] = []
  vi.spyOn(notifications, 'show').mockImplementation(({ onClose, ...props }) => {
    closing.push(() => onClose?.(props))
    return `toast ${closing.length}`
  })
  showFault('T-1042: Tilaus on laskutettu.')
  showStatusFault(422, 100_000)
  expect([...marks]).toEqual([])
  showStatusFault(0, 100_000)
  showFault(`T-1042: ${refusalText(new CallFault(0))}`, new CallFault(0))
  expect([...marks]).toEqual(['data-unanswered-action'])
  closing[2]?.()
  expect([...marks]).toEqual(['data-unanswered-action'])
  closing[3]?.()
  expect([...marks]).toEqual([])
})

test('a fault message is at the bottom on a phone and otherwise at the top; a status is always at the top', () => {
  const show = vi.spyOn(notifications, 'show').mockImplementation(({ id }) => id ?? '')
  show.mockClear()
  for (const isPhone of [true, false]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isPhone }))
    showFault(isPhone ? 'puhelin' : 'tietokone')
    showStatusFault(isPhone ? 500 : 503)
  }
  expect(show.mock.calls.map(([{ position }]) => position)).toEqual(['bottom-center', 'top-center', 'top-center', 'top-center'])
})

test('what could not be done is one message, with the reason where the answer has one', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const show = vi.spyOn(notifications, 'show').mockImplementation(({ id }) => id ?? '')
  show.mockClear()
  const faults = [new CallFault(422, [{ detail: 'Asiakkaalla on avoimia tilauksia.' }]), new CallFault(0), new CallFault(500)]
  for (const fault of faults) showFailure('Poisto epäonnistui', fault)
  expect(show.mock.calls.map(([{ id }]) => id)).toEqual([
    'refusal:Poisto epäonnistui: Asiakkaalla on avoimia tilauksia.',
    'refusal:Poisto epäonnistui: Palvelin ei vastannut. Yritä uudelleen.',
    `refusal:Poisto epäonnistui: ${toastMessages.other}`,
  ])
})

test('toasts that are cleared at the end of a session leave no mark for the next person', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(notifications, 'show').mockReturnValue('viimeinen')
  showFault(refusalText(new CallFault(0)), new CallFault(0))
  expect([...marks]).toEqual(['data-unanswered-action'])
  clearToasts()
  expect([...marks]).toEqual([])
})
