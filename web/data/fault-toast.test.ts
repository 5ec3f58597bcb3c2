import { notifications } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { showStatusFault } from './fault-toast.tsx'

test('a status is shown for five seconds, and once in five (SPEC section 9)', () => {
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
