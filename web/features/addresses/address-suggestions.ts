import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AddressSuggestion, addressSuggestionsCall, providerSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useSettings } from '#web/session/settings.ts'

/** Milliseconds without typing before our own suggestions and those of the map provider are requested. */
const delays = { own: 40, provider: 250 }
const minLength = { own: 2, provider: 3 }

const staleTime = 5 * 60_000

/** `asiakas`: the customer whose saved addresses are suggested; null for all that the person may read. */
const ownQuery = (asiakas: string | null, typed: string) =>
  queryOptions({
    queryKey: queryKeys.call(addressSuggestionsCall.path, { asiakas, typed }),
    queryFn: async ({ signal }) => {
      const input = { search: typed, ...(asiakas === null ? {} : { asiakas_id: asiakas }) }
      return (await callApi(addressSuggestionsCall, input, { signal })).data
    },
    staleTime,
  })

/** Failures are not shown: the person cannot fix them, and our own suggestions still work. */
const providerQuery = (typed: string) =>
  queryOptions({
    queryKey: queryKeys.call(providerSuggestionsCall.path, { typed }),
    queryFn: async ({ signal }) =>
      (await callApi(providerSuggestionsCall, { search: typed }, { signal, quiet: [400, 403, 429, 500, 503] })).data,
    staleTime,
    retry: false,
  })

const ranks: Record<AddressSuggestion['lahde'], number> = { tallennettu: 0, karttapalvelu: 1, aiemmat: 2, postinumerot: 3 }

/** Saved addresses first, then the provider's places, then streets, postal codes and towns, without repeated labels (rules/addresses.md#suggestions). */
export function mergeSuggestions(own: readonly AddressSuggestion[], provided: readonly AddressSuggestion[]): AddressSuggestion[] {
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
 * Suggestions for the typed text. Our own are shown at once, those of the map provider are added when they arrive. `isSettled`: our own
 * suggestions match the current text.
 */
export function useAddressSuggestions(typed: string, asiakas: string | null): { found: AddressSuggestion[]; isSettled: boolean } {
  const { placeSearch } = useSettings()
  const text = typed.trim()
  const [ownText] = useDebouncedValue(text, delays.own)
  const [providerText] = useDebouncedValue(text, delays.provider)
  const own = useQuery({
    ...ownQuery(asiakas, ownText),
    enabled: ownText.length >= minLength.own,
    placeholderData: (before) => before,
  })
  const provided = useQuery({
    ...providerQuery(providerText),
    enabled: placeSearch && providerText.length >= minLength.provider,
  })
  if (text.length < minLength.own) return { found: [], isSettled: true }
  const isProviderCurrent = providerText === text
  return {
    found: mergeSuggestions(own.data ?? none, (isProviderCurrent && provided.data) || none),
    isSettled: ownText === text && !own.isPlaceholderData && !own.isPending,
  }
}

/** The street to fill in for a picked suggestion: a street without a number gets the typed number, and a suggestion without a street keeps the typed street. */
export function streetOf(
  { field_osoite_1: known = '', lahde }: Pick<AddressSuggestion, 'field_osoite_1' | 'lahde'>,
  typed: string,
): string {
  const [street = ''] = typed.split(',').map((part) => part.trim())
  if (known === '') return /^\d{5}\b/.test(street) ? '' : street
  const isOfStreet = lahde !== 'tallennettu' && street.toLocaleLowerCase('fi').startsWith(known.toLocaleLowerCase('fi'))
  return isOfStreet ? known + street.slice(known.length) : known
}
