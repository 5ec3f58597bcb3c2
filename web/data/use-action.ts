import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { CallFault } from './fault.ts'

type Options<R, V> = Pick<UseMutationOptions<R, Error, V>, 'mutationFn' | 'onSuccess' | 'onSettled'> & {
  /** Handles faults that the call does not report itself (`quiet`). */
  onFault?: (fault: CallFault) => unknown
}

/**
 * A mutation for a button or a form: it runs once at a time, so that a second press while it runs does nothing, and fails at
 * once without a network, as all mutations do (query-client.ts). It is running until its callbacks have ended. Errors other than a CallFault
 * stay uncaught.
 */
export function useAction<R = unknown, V = void>({ onFault, ...options }: Options<R, V>) {
  const client = useQueryClient()
  const id = useId()
  const { mutateAsync, isPending, variables } = useMutation<R, Error, V>({
    ...options,
    mutationKey: [id],
    // Typed data, such as a password, does not stay in memory.
    gcTime: 0,
    onError: async (failure) => {
      if (failure instanceof CallFault) await onFault?.(failure)
    },
  })
  const run = useCallback(
    (of: V): void => {
      // Read from the cache: `isPending` changes only with the next render.
      if (client.isMutating({ mutationKey: [id] }) > 0) return
      mutateAsync(of).catch((failure: unknown) => {
        if (!(failure instanceof CallFault)) throw failure
      })
    },
    [client, id, mutateAsync],
  )
  return { run, isRunning: isPending, variables }
}
