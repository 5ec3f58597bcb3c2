import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AddressSuggestion, addressSuggestionsCall, providerSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { settings } from '#web/session/settings.ts'

/** Milliseconds without typing before the server is asked for what it knows itself, and before it asks the map provider. */
const waits = { own: 40, provider: 250 }
const minLength = { own: 2, provider: 3 }

const staleTime = 5 * 60_000

/** `asiakas`: whose saved addresses; null for all that the person reads. */
const ownQuery = (asiakas: string | null, typed: string) =>
  queryOptions({
    queryKey: queryKeys.call(addressSuggestionsCall.path, { asiakas, typed }),
    queryFn: async ({ signal }) => {
      const input = { search: typed, ...(asiakas === null ? {} : { asiakas_id: asiakas }) }
      return (await callApi(addressSuggestionsCall, input, { signal })).data
    },
    staleTime,
  })

/** What goes wrong at the provider is nothing that the person could mend: the own suggestions are there. */
const providerQuery = (typed: string) =>
  queryOptions({
    queryKey: queryKeys.call(providerSuggestionsCall.path, { typed }),
    queryFn: async ({ signal }) =>
      (await callApi(providerSuggestionsCall, { search: typed }, { signal, quiet: [400, 403, 429, 500, 503] })).data,
    staleTime,
    retry: false,
  })

const ranks: Record<AddressSuggestion['lahde'], number> = { tallennettu: 0, karttapalvelu: 1, aiemmat: 2, postinumerot: 3 }

/** Saved addresses first, then the provider's places, then streets, postal codes and towns; each text once (rules/addresses.md#suggestions). */
export function mergeFound(own: readonly AddressSuggestion[], provided: readonly AddressSuggestion[]): AddressSuggestion[] {
  const all = [...own, ...provided].toSorted((a, b) => ranks[a.lahde] - ranks[b.lahde])
  const labels = new Set<string>()
  return all.filter(({ id, label }) => {
    const isNew = id !== '' || !labels.has(label)
    labels.add(label)
    return isNew
  })
}

const none: readonly AddressSuggestion[] = []

/**
 * Suggestions for what is being typed. Our own come at once; the provider's join them when they come, and are left out while they do not.
 * `isSettled`: the own ones are of what is typed now.
 */
export function useAddressSuggestions(typed: string, asiakas: string | null): { found: AddressSuggestion[]; isSettled: boolean } {
  const text = typed.trim()
  const [ownText] = useDebouncedValue(text, waits.own)
  const [providerText] = useDebouncedValue(text, waits.provider)
  const own = useQuery({
    ...ownQuery(asiakas, ownText),
    enabled: ownText.length >= minLength.own,
    placeholderData: (before) => before,
  })
  const provided = useQuery({
    ...providerQuery(providerText),
    enabled: settings().placeSearch && providerText.length >= minLength.provider,
  })
  if (text.length < minLength.own) return { found: [], isSettled: true }
  const isProvided = providerText === text
  return {
    found: mergeFound(own.data ?? none, (isProvided && provided.data) || none),
    isSettled: ownText === text && !own.isPlaceholderData && !own.isPending,
  }
}

/** The street of a suggestion that is picked: a street without its number keeps the typed number, and what has no street the typed one. */
export function streetOf(
  { field_osoite_1: known = '', lahde }: Pick<AddressSuggestion, 'field_osoite_1' | 'lahde'>,
  typed: string,
): string {
  const [street = ''] = typed.split(',').map((part) => part.trim())
  if (known === '') return /^\d{5}\b/.test(street) ? '' : street
  const isOfStreet = lahde !== 'tallennettu' && street.toLocaleLowerCase('fi').startsWith(known.toLocaleLowerCase('fi'))
  return isOfStreet ? known + street.slice(known.length) : known
}
