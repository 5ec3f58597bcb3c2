import { vi } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { StoredItem } from '#web/data/device/database.ts'
import { writeToDevice } from '#web/data/device/device-store.ts'
import { CallFault } from '#web/data/fault.ts'

/** What a tab finds in its browser; `stored`: its local storage. */
export function stubBrowser(stored: Map<string, string>): void {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('navigator', {})
}

export type Send = (payload: unknown, signal?: AbortSignal) => Promise<void>
type Extra = {
  draft?: (payload: unknown) => string
  load?: (payload: unknown) => 'small' | 'large' | 'picture'
  passOn?: (id: string, text: string, signal?: AbortSignal) => Promise<void>
  takesBack?: (later: unknown, earlier: unknown) => boolean
  roles?: readonly Role[]
}

/** Opens another tab on the same device, with `userId` signed in. */
export async function openTab(
  userId: string,
  send: Send = async () => undefined,
  { draft, load, passOn, takesBack, roles = ['kuljettaja'] }: Extra = {},
) {
  vi.resetModules()
  const session = await import('#web/session/session.ts')
  const outbox = await import('#web/data/device/outbox.ts')
  const { countUnsent } = await import('#web/data/device/stored-items.ts')
  const forget = await import('#web/kit/form/forget-person.ts')
  // The tab has its own copy of the class.
  const { CallFault: Fault } = await import('#web/data/fault.ts')
  const ofThisTab = (failure: unknown): never => {
    throw failure instanceof CallFault ? new Fault(failure.status, failure.errors) : failure
  }
  const signIn = (id: string) =>
    session.setAuthState({
      token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
      user: { id, name: id, mail: '', roles: [...roles] },
      profile: { id: 'p', kind: 'kuljettaja', name: id, field_extra: false },
      asiakas: null,
      errors: [],
    })
  signIn(userId)
  const start = () =>
    outbox.startOutbox({
      kuittaus: {
        noun: ['kuittaus', 'kuittausta'],
        send: (payload, _item, { signal }) => send(payload, signal).catch(ofThisTab),
        ...(draft ? { draft } : {}),
        ...(load ? { load } : {}),
        ...(passOn ? { passOn: ({ id }, { message }, { signal }) => passOn(id, message, signal).catch(ofThisTab) } : {}),
        ...(takesBack ? { takesBack } : {}),
      },
    })
  return { ...outbox, ...forget, countUnsent, signIn, start }
}

/** As an older build stored it. */
export const item = (id: string, extra: Record<string, unknown> = {}) => ({
  owner: 'u',
  id,
  kind: 'kuittaus',
  at: 1,
  queuedAt: 1,
  label: id,
  about: [],
  payload: id,
  refusal: '',
  ...extra,
})
export const store = (stored: StoredItem) => writeToDevice(({ outbox }) => outbox.put(stored))
export const newItem = (id: string) => ({ id, kind: 'kuittaus', at: 1, label: id, about: [], payload: id })
