import { countries } from '#domain/values/place/countries.ts'

const supported = Object.entries(countries).map(([value, { name }]) => ({ value, label: name }))

/** The supported countries (rules/values.md#countries), and the stored one even if it is not among them. */
export const countryOptions = (stored: string): { value: string; label: string }[] =>
  stored === '' || supported.some(({ value }) => value === stored) ? supported : [...supported, { value: stored, label: stored }]
