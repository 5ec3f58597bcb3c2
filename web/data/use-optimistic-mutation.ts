import { type MutationState, type UseMutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useRef } from 'react'

type Options<R, C> = Omit<UseMutationOptions<R, Error, C>, 'mutationKey' | 'scope'> & {
  /** Changes are saved at the same time. The caller must not change a row that is being saved (`isSaving`): the two changes would conflict. */
  inParallel?: boolean
  /** Refetches the rows once the change is saved; the change is shown until this has ended, and the rows may be changed again meanwhile. */
  reread?: () => Promise<unknown>
}
/** A change that is shown before it has been refetched; `saved` is the mutation's result, undefined while it is being saved. */
type ShownChange<R, C> = { change: C; saved: R | undefined }

/**
 * A mutation whose changes are shown before the server has answered. Unless `inParallel`, changes are saved one after another, since a
 * change of a row that is being saved would conflict. A change stays among `changes` until its mutation has ended, callbacks and `reread`
 * included, or has failed. They are ordered by time: of two changes of a row, the later one is shown.
 */
export function useOptimisticMutation<R, C>({ inParallel = false, reread, ...options }: Options<R, C>) {
  const client = useQueryClient()
  const id = useId()
  const mutationKey = useMemo(() => [id], [id])
  const { mutateAsync } = useMutation({ ...options, mutationKey, ...(inParallel ? {} : { scope: { id } }) })
  const saving = useRef(new Set<C>())
  const states = useMutationState<MutationState<R, Error, C>>({ filters: { mutationKey } })
  const changes = useMemo(
    () =>
      states.flatMap(({ status, variables, data }): ShownChange<R, C>[] =>
        variables === undefined || (status !== 'pending' && status !== 'success') ? [] : [{ change: variables, saved: data }],
      ),
    [states],
  )

  /** Rejects when the server rejects the change. */
  const mutate = useCallback(
    async (change: C): Promise<R> => {
      saving.current.add(change)
      try {
        const saved = await mutateAsync(change)
        saving.current.delete(change)
        await reread?.()
        return saved
      } finally {
        saving.current.delete(change)
        const cache = client.getMutationCache()
        for (const mutation of cache.findAll({ mutationKey, predicate: ({ state }) => state.variables === change })) cache.remove(mutation)
      }
    },
    [client, mutationKey, mutateAsync, reread],
  )
  const isSaving = useCallback((test: (change: C) => boolean): boolean => [...saving.current].some(test), [])
  return { mutate, changes, isSaving }
}

type Version = { id: string; vid: number }

/** The versions that this page has saved: it may not have refetched them when the next change is made. */
export function useSavedVersions() {
  const versions = useRef(new Map<string, number>())
  const atNewestVersion = useCallback(
    <T extends Version>(row: T): T => ({ ...row, vid: Math.max(row.vid, versions.current.get(row.id) ?? 0) }),
    [],
  )
  const noteSaved = useCallback((rows: readonly Version[]): void => {
    for (const { id, vid } of rows) versions.current.set(id, vid)
  }, [])
  return { atNewestVersion, noteSaved }
}
