import { notifications } from '@mantine/notifications'
import type { AnyRouter } from '@tanstack/react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { noteForbidden } from '../data/forbidden.ts'
import { currentSession, setAuthState } from '../session/session.ts'
import { followSessionEnd } from './session-end.ts'
import { followSessionEndToasts } from './session-end-toasts.ts'

beforeAll(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})

test('a second 403 signs out, goes to login and shows a message for ten seconds (rules/errors.md#session-end)', () => {
  setAuthState({
    token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
    user: { id: 'u', name: 'maija', mail: '', roles: ['yllapito'] },
    profile: { id: 'p', kind: 'yllapito', name: 'Maija', field_extra: false },
    asiakas: null,
    errors: [],
  })
  const show = vi.spyOn(notifications, 'show').mockReturnValue('viesti')
  const navigate = vi.fn(() => Promise.resolve())
  // The function uses only these two members of the router.
  followSessionEnd({ navigate, state: { location: { href: '/arkisto' } } } as unknown as AnyRouter)
  followSessionEndToasts()

  noteForbidden()
  expect(currentSession()).not.toBeNull()
  expect(show).not.toHaveBeenCalled()
  noteForbidden()
  expect(currentSession()).toBeNull()
  expect(show.mock.calls.map(([{ autoClose, color }]) => [autoClose, color])).toEqual([[10_000, 'red']])
  expect(navigate).toHaveBeenCalledWith({ to: '/login', search: {}, ignoreBlocker: true })
})
