import { expect, test } from 'vitest'
import { linesOf } from './lines-of.ts'

test.each([
  [
    'tilaus',
    [
      { entity: 'lahetys', partOf: 'tilaus' },
      { entity: 'tuntituote', partOf: 'tilaus' },
    ],
  ],
  ['tyovuoro_kirjaus', [{ entity: 'tyovuoro_kirjaus_tehtava', partOf: 'tyovuoro_kirjaus' }]],
  ['asiakas', []],
])('the lines of %s', (whole, lines) => expect(linesOf(whole)).toEqual(lines))
