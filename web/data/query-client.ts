import { QueryClient } from '@tanstack/react-query'
import { CallFault } from './fault.ts'

/** Only what may pass by itself is tried again: no answer, and a server that is away for a moment. */
const mayPass = (failure: Error): boolean => failure instanceof CallFault && (failure.status === 0 || failure.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: (count, failure) => count < 1 && mayPass(failure) },
    // Without a network a press fails at once: made later by itself, it would surprise whoever has gone on meanwhile.
    mutations: { retry: false, networkMode: 'always' },
  },
})
