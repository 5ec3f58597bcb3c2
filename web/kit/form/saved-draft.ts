import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { readFromDevice, sweepDevice, writeToDevice } from '#web/data/device/device-store.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { dropOldDrafts } from './drafts.ts'
import { useMarkTyping } from './typing.ts'

/** A draft of more than text, such as pictures, stored on this device by person and name. */
export type SavedDraft<T> = { savedAt: number; value: T }
/** The stored draft that a form starts from; `unread` when the device could not be read: then nothing is overwritten. */
export type PreviousDraft<T> = SavedDraft<T> | 'unread' | null

const useOwner = (): string => useSession()?.user.id ?? ''

const remove = (owner: string, name: string): Promise<boolean> => writeToDevice(({ drafts }) => drafts.delete([owner, name]))

export const removeDraft = (owner: string, name: string): void => void remove(owner, name)

/** Names, signatures and photos are other people's data: drafts are removed after this time (seconds). */
const maxAge = 14 * 24 * 60 * 60

/** Removes drafts that are too old, also those of text, of any person. Unsent items are never removed automatically. */
export async function removeOldDrafts(now: number): Promise<void> {
  const before = now - maxAge
  dropOldDrafts(before)
  await sweepDevice(({ drafts }) => drafts.where('savedAt').below(before).delete())
}

export type DraftKey = { owner: string; name: string }

/** Null removes the draft. Returns when it was stored, in unix seconds; null when the device does not have it. */
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

/** Undefined while the device is read; null for no draft, and for one that an older build stored in another form. */
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
  /** Whether it contains anything that a person would miss. */
  isWorthKeeping: (value: T) => boolean
}

/** A value that the device stores at each change until it is sent or discarded. `savedAt`: unix seconds, null while nothing is stored. */
export function useDraftSaving<T extends object>({ name, previous, first, isWorthKeeping }: Options<T>) {
  const owner = useOwner()
  // The draft at the form's start: a store that could not be read may answer a moment later.
  const [begun] = useState(previous)
  const known = begun === 'unread' ? null : begun
  const [value, setValue] = useState(() => known?.value ?? first())
  const [savedAt, setSavedAt] = useState(known?.savedAt ?? null)
  // A draft that could not be read is not overwritten.
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
    /** It contains something that the device has not stored. */
    isUnsaved: isWorth && savedAt === null,
    /** The device cannot store it: a private window, blocked site data, no room. */
    refuses,
    /** Called once it is sent or discarded: removes it from the device. */
    drop: () => {
      over.current = true
      removeDraft(owner, name)
    },
  }
}
