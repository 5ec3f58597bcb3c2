import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { CallFault } from './fault.ts'

type Options<R, V> = Pick<UseMutationOptions<R, Error, V>, 'mutationFn' | 'onSuccess' | 'onSettled'> & {
  /** For faults that the call does not show by itself (`quiet`). */
  onFault?: (fault: CallFault) => unknown
}

/**
 * What a button or a form does: a mutation that runs once at a time, so that a second press while it runs does nothing, and that fails at
 * once without a network, as all mutations do (query-client.ts). It runs until its callbacks have ended. Errors that are no faults of a call
 * stay uncaught.
 */
export function useAction<R = unknown, V = void>({ onFault, ...options }: Options<R, V>) {
  const client = useQueryClient()
  const id = useId()
  const { mutateAsync, isPending, variables } = useMutation<R, Error, V>({
    ...options,
    mutationKey: [id],
    // What was typed, such as a password, does not stay in memory.
    gcTime: 0,
    onError: async (failure) => {
      if (failure instanceof CallFault) await onFault?.(failure)
    },
  })
  const run = useCallback(
    (of: V): void => {
      // Asked of the cache: `isPending` is drawn only later.
      if (client.isMutating({ mutationKey: [id] }) > 0) return
      mutateAsync(of).catch((failure: unknown) => {
        if (!(failure instanceof CallFault)) throw failure
      })
    },
    [client, id, mutateAsync],
  )
  return { run, isRunning: isPending, variables }
}
