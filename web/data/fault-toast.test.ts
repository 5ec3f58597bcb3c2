import { notifications } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { showFault, showStatusFault } from './fault-toast.tsx'

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
