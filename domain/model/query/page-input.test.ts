import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageOf } from './page-input.ts'

const page = z.strictObject(pageOf({ usual: 50, max: 250 }))

test.each([
  [{}, 0, 50],
  [{ 'page[offset]': '100', 'page[limit]': '25' }, 100, 25],
  [{ 'page[offset]': '0', 'page[limit]': '1' }, 0, 1],
  [{ 'page[limit]': '250' }, 0, 250],
  [{ 'page[limit]': '251' }, 0, 250],
])('%j', (input, offset, limit) => expect(page.parse(input)).toEqual({ 'page[offset]': offset, 'page[limit]': limit }))

test.each([
  [{ 'page[offset]': '-1' }, 'page[offset] on vähintään 0.'],
  [{ 'page[offset]': '1.5' }, 'page[offset] on kokonaisluku.'],
  [{ 'page[limit]': '0' }, 'page[limit] on vähintään 1.'],
  [{ 'page[limit]': 'x' }, 'page[limit] on kokonaisluku.'],
])('%j is refused: %s', (input, message) => {
  expect(page.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message])
})
