import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { dropFromDevice, dropOldFromDevice, keepOnDevice, readFromDevice } from '../data/device-store.ts'
import { queryKeys } from '../data/query-keys.ts'
import { useSession } from '../session/session.ts'
import { nowSeconds } from '../session/token.ts'
import { dropOldDrafts } from './drafts.ts'
import { useMarkTyping } from './typing.ts'

/** What was begun and not sent, pictures and all, kept on this device by person and name: the drafts of what is more than text. */
export type Kept<T> = { savedAt: number; value: T }
/** What a form begins from; `unread` when the device did not tell, so that nothing may be kept over what may be there. */
export type KeptBefore<T> = Kept<T> | 'unread' | null

const keptShape = z.object({ savedAt: z.number(), value: z.unknown() })

const keyOf = (userId: string, name: string): string => `${userId}.${name}`
const useKeyOf = (name: string): string => keyOf(useSession()?.user.id ?? '', name)

export const dropKept = (userId: string, name: string): void => void dropFromDevice(keyOf(userId, name))

/** Names, signatures and photos are other people's: what nobody has come back to by then is not sent any more (seconds). */
const keptFor = 14 * 24 * 60 * 60

/** Throws away what was kept too long ago, drafts of text too, of whomever, and what no build can read. */
export async function dropLongKept(now: number): Promise<void> {
  const before = now - keptFor
  dropOldDrafts(before)
  await dropOldFromDevice((value) => {
    const kept = keptShape.safeParse(value)
    return !kept.success || kept.data.savedAt < before
  })
}

/** Null takes away what was kept. Gives when it was kept, in unix seconds; null when the device has nothing of it. */
export async function keepOver<T>(before: KeptBefore<T>, key: string, value: T | null, now: number): Promise<number | null> {
  if (before === 'unread') return null
  if (value === null) {
    await dropFromDevice(key)
    return null
  }
  return (await keepOnDevice(key, { savedAt: now, value } satisfies Kept<T>)) ? now : null
}

/** Undefined while the device is asked; null for nothing, and for what an older build has kept otherwise. */
export function useKept<T>(name: string, shape: z.ZodMiniType<T>): KeptBefore<T> | undefined {
  const key = useKeyOf(name)
  const { data } = useQuery({
    queryKey: queryKeys.device(key),
    queryFn: async (): Promise<KeptBefore<T>> => {
      const read = await readFromDevice(key)
      if (!read) return 'unread'
      const kept = keptShape.safeParse(read.value)
      const value = shape.safeParse(kept.data?.value)
      return kept.success && value.success ? { savedAt: kept.data.savedAt, value: value.data } : null
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}

type Options<T> = {
  name: string
  kept: KeptBefore<T>
  first: () => T
  /** Whether there is anything in it that somebody would miss. */
  isWorthKeeping: (value: T) => boolean
}

/** A value that the device keeps at each change until it is sent or thrown away. `keptAt`: unix seconds, null while there is none of it. */
export function useKeeping<T extends object>({ name, kept, first, isWorthKeeping }: Options<T>) {
  const key = useKeyOf(name)
  // As the form began: this device's store may tell nothing now and all a moment later.
  const [begun] = useState(kept)
  const known = begun === 'unread' ? null : begun
  const [value, setValue] = useState(() => known?.value ?? first())
  const [keptAt, setKeptAt] = useState(known?.savedAt ?? null)
  // What could not be read is not kept over either.
  const [refuses, setRefuses] = useState(begun === 'unread')
  const before = useRef(value)
  const over = useRef(false)
  const isWorth = isWorthKeeping(value)
  useMarkTyping(isWorth)
  useEffect(() => {
    if (value === before.current || over.current) return
    before.current = value
    void keepOver(begun, key, isWorth ? value : null, nowSeconds()).then((at) => {
      setKeptAt(at)
      if (isWorth) setRefuses(at === null)
    })
  }, [key, value, isWorth, begun])
  return {
    value,
    change: (changes: Partial<T>) => setValue((now) => ({ ...now, ...changes })),
    keptAt,
    /** There is something that the device has not kept. */
    isUnkept: isWorth && keptAt === null,
    /** The device keeps nothing of it: a private window, blocked site data, no room. */
    refuses,
    /** Sent or thrown away: nothing of it stays on the device. */
    drop: () => {
      over.current = true
      void dropFromDevice(key)
    },
  }
}
