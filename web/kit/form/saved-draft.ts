import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { readFromDevice, sweepDevice, writeToDevice } from '#web/data/device/device-store.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { dropOldDrafts } from './drafts.ts'
import { useMarkTyping } from './typing.ts'

/** What was begun and not sent, with its pictures, stored on this device by person and name: drafts of more than text. */
export type SavedDraft<T> = { savedAt: number; value: T }
/** What a form begins from; `unread` when the device could not be read: then nothing is written over what may be there. */
export type PreviousDraft<T> = SavedDraft<T> | 'unread' | null

const useOwner = (): string => useSession()?.user.id ?? ''

const remove = (owner: string, name: string): Promise<boolean> => writeToDevice(({ drafts }) => drafts.delete([owner, name]))

export const removeDraft = (owner: string, name: string): void => void remove(owner, name)

/** Names, signatures and photos are other people's: what nobody has come back to by then is not sent any more (seconds). */
const maxAge = 14 * 24 * 60 * 60

/** Throws away what was kept too long ago, drafts of text too, of whomever. What was done and not sent yet is never thrown away by itself. */
export async function removeOldDrafts(now: number): Promise<void> {
  const before = now - maxAge
  dropOldDrafts(before)
  await sweepDevice(({ drafts }) => drafts.where('savedAt').below(before).delete())
}

export type DraftKey = { owner: string; name: string }

/** Null takes away what was kept. Gives when it was kept, in unix seconds; null when the device has nothing of it. */
export async function saveDraftOver<T>(
  before: PreviousDraft<T>,
  { owner, name }: DraftKey,
  value: T | null,
  now: number,
): Promise<number | null> {
  if (before === 'unread') return null
  if (value === null) {
    await remove(owner, name)
    return null
  }
  return (await writeToDevice(({ drafts }) => drafts.put({ owner, name, savedAt: now, value }))) ? now : null
}

/** Undefined while the device is read; null for nothing, and for what an older build stored in another form. */
export function useSavedDraft<T>(name: string, shape: z.ZodMiniType<T>): PreviousDraft<T> | undefined {
  const owner = useOwner()
  const { data } = useQuery({
    queryKey: queryKeys.device(`${owner}.${name}`),
    queryFn: async (): Promise<PreviousDraft<T>> => {
      const draft = await readFromDevice(({ drafts }) => drafts.get([owner, name])).then(
        (found) => found ?? null,
        () => 'unread' as const,
      )
      if (draft === null || draft === 'unread') return draft
      const value = shape.safeParse(draft.value)
      return value.success ? { savedAt: draft.savedAt, value: value.data } : null
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}

type Options<T> = {
  name: string
  previous: PreviousDraft<T>
  first: () => T
  /** Whether there is anything in it that somebody would miss. */
  isWorthKeeping: (value: T) => boolean
}

/** A value that the device keeps at each change until it is sent or thrown away. `savedAt`: unix seconds, null while there is none of it. */
export function useDraftSaving<T extends object>({ name, previous, first, isWorthKeeping }: Options<T>) {
  const owner = useOwner()
  // As the form began: this device's store may tell nothing now and all a moment later.
  const [begun] = useState(previous)
  const known = begun === 'unread' ? null : begun
  const [value, setValue] = useState(() => known?.value ?? first())
  const [savedAt, setSavedAt] = useState(known?.savedAt ?? null)
  // What could not be read is not kept over either.
  const [refuses, setRefuses] = useState(begun === 'unread')
  const before = useRef(value)
  const over = useRef(false)
  const isWorth = isWorthKeeping(value)
  useMarkTyping(isWorth)
  useEffect(() => {
    if (value === before.current || over.current) return
    before.current = value
    void saveDraftOver(begun, { owner, name }, isWorth ? value : null, nowSeconds()).then((at) => {
      setSavedAt(at)
      if (isWorth) setRefuses(at === null)
    })
  }, [owner, name, value, isWorth, begun])
  return {
    value,
    change: (changes: Partial<T>) => setValue((now) => ({ ...now, ...changes })),
    savedAt,
    /** There is something that the device has not stored. */
    isUnsaved: isWorth && savedAt === null,
    /** The device keeps nothing of it: a private window, blocked site data, no room. */
    refuses,
    /** Sent or thrown away: nothing of it stays on the device. */
    drop: () => {
      over.current = true
      removeDraft(owner, name)
    },
  }
}
