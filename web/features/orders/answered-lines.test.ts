import { expect, test } from 'vitest'
import { shownOver } from './answered-lines.ts'

test('what the server has answered is shown over an older read, and not over a newer one; what is unsent is shown over both', () => {
  const answered = { tila: 'kuljetuksessa', vid: 4 } as const
  expect(shownOver({ vid: 3 }, answered)).toBe(answered)
  expect(shownOver({ vid: 4 }, answered)).toBeUndefined()
  const unsent = { tila: 'toimitettu' } as const
  expect(shownOver({ vid: 9 }, unsent)).toBe(unsent)
})
