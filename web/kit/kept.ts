import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { dropFromDevice, keepOnDevice, readFromDevice } from '../data/device-store.ts'
import { queryKeys } from '../data/query-keys.ts'
import { useSession } from '../session/session.ts'
import { nowSeconds } from '../session/token.ts'

/** What was begun and not sent, pictures and all, kept on this device by person and name: the drafts of what is more than text. */
export type Kept<T> = { savedAt: number; value: T }

const keptShape = z.object({ savedAt: z.number(), value: z.unknown() })

const keyOf = (userId: string, name: string): string => `${userId}.${name}`
const useKeyOf = (name: string): string => keyOf(useSession()?.user.id ?? '', name)

export const dropKept = (userId: string, name: string): void => void dropFromDevice(keyOf(userId, name))

/** Undefined while the device is asked; null for nothing, and for what an older build has kept otherwise. */
export function useKept<T>(name: string, shape: z.ZodMiniType<T>): Kept<T> | null | undefined {
  const key = useKeyOf(name)
  const { data } = useQuery({
    queryKey: queryKeys.device(key),
    queryFn: async (): Promise<Kept<T> | null> => {
      const kept = keptShape.safeParse(await readFromDevice(key))
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
  kept: Kept<T> | null
  first: () => T
  /** Whether there is anything in it that somebody would miss. */
  isWorthKeeping: (value: T) => boolean
}

/** A value that the device keeps at each change until it is sent or thrown away. `keptAt`: unix seconds, null while there is none of it. */
export function useKeeping<T extends object>({ name, kept, first, isWorthKeeping }: Options<T>) {
  const key = useKeyOf(name)
  const [value, setValue] = useState(() => kept?.value ?? first())
  const [keptAt, setKeptAt] = useState(kept?.savedAt ?? null)
  const before = useRef(value)
  const over = useRef(false)
  const isWorth = isWorthKeeping(value)
  useEffect(() => {
    if (value === before.current || over.current) return
    before.current = value
    const now = nowSeconds()
    if (isWorth) void keepOnDevice(key, { savedAt: now, value } satisfies Kept<T>).then((done) => setKeptAt(done ? now : null))
    else void dropFromDevice(key).then(() => setKeptAt(null))
  }, [key, value, isWorth])
  return {
    value,
    change: (changes: Partial<T>) => setValue((now) => ({ ...now, ...changes })),
    keptAt,
    /** There is something that the device has not kept. */
    isUnkept: isWorth && keptAt === null,
    /** Sent or thrown away: nothing of it stays on the device. */
    drop: () => {
      over.current = true
      void dropFromDevice(key)
    },
  }
}
