import { z } from 'zod'

const wholeNumber = (what: string) => z.coerce.number<string | number>(`${what} on kokonaisluku.`).int(`${what} on kokonaisluku.`)

/** `page[offset]` and `page[limit]` of a list's query. A larger limit is reduced to `max`, as in the JSON:API. */
export const pageOf = ({ usual, max }: { usual: number; max: number }) => ({
  'page[offset]': wholeNumber('page[offset]').min(0, 'page[offset] on vähintään 0.').max(10_000_000).default(0),
  'page[limit]': wholeNumber('page[limit]')
    .min(1, 'page[limit] on vähintään 1.')
    .transform((limit) => Math.min(limit, max))
    .default(usual),
})
