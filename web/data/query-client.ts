import { QueryClient } from '@tanstack/react-query'
import { CallFault } from './fault.ts'

/** Retries only faults that may pass without a change: no answer, or a server that is briefly unavailable. */
const mayPass = (failure: Error): boolean => failure instanceof CallFault && (failure.status === 0 || failure.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: (count, failure) => count < 1 && mayPass(failure) },
    // Without a network a mutation fails at once: carried out later by itself, it would surprise a user who has moved on.
    mutations: { retry: false, networkMode: 'always' },
  },
})
