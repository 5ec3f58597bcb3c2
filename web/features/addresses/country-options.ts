import { countries } from '#domain/values/place/countries.ts'

const offered = Object.entries(countries).map(([value, { name }]) => ({ value, label: name }))

/** The countries that the company drives to and from (rules/values.md#countries), and the one that is stored. */
export const countryOptions = (stored: string): { value: string; label: string }[] =>
  stored === '' || offered.some(({ value }) => value === stored) ? offered : [...offered, { value: stored, label: stored }]
