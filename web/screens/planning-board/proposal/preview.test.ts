import { describe, expect, test } from 'vitest'
import type { DayProposal, ProposedRoute } from '#domain/features/planning-board/proposal/propose-day.ts'
import { boardDay, sampleBoard, sampleRoute, sampleStop } from '#web/testing/sample-board.ts'
import { acceptance, changeOf, gainsOf, type Proposed, previewOf, takersOf } from './preview.ts'

const one = sampleRoute(
  'one',
  [sampleStop('pickup', 7, { lahetykset: ['a', 'b'] }), sampleStop('done', 6, { tehty: true, lahetykset: ['a'] })],
  {
    metrit: 5000,
    sekunnit: 600,
  },
)
const two = sampleRoute('two', [sampleStop('there', 8, { lahetykset: ['c'] })], { metrit: 2000, sekunnit: 300 })
const board = sampleBoard([one, two])

const proposedTwo: ProposedRoute = {
  ...sampleRoute('two', [sampleStop('there', 8, { vid: 3, lahetykset: ['c'] }), sampleStop('new', 9, { vid: 0, lahetykset: ['a'] })], {
    kuljettaja: { id: 'driver of two', name: 'Hanna Koskinen', puhelin: '' },
    ...{ metrit: 3500, sekunnit: 500 },
  }),
  jarjestys: [
    { tyyppi: 'nouto', tyo: 'c' },
    { tyyppi: 'nouto', tyo: 'a' },
  ],
}
const proposedOne: ProposedRoute = { ...one, pysahdykset: [], metrit: 1000, sekunnit: 100, jarjestys: [] }
const proposal: DayProposal = {
  ...{
    paiva: boardDay,
    reitit: [proposedOne, proposedTwo],
    siirtyvat: [{ tyo: 'a', kuljettaja: 'driver of two', edellinen: 'driver of one' }],
  },
  ...{ mahtumatta: [], metrit: -2500, sekunnit: -300, poistuu: 1, tulee: 0, ilmoitus: '', versiot: { one: 1, two: 4, a: 9, c: 2 } },
}
const chosen = (...ids: string[]): Proposed => ({ proposal, chosen: new Set(ids) })

describe('a proposal on the board', () => {
  test('shows the chosen routes as they would become, and the others without what moves from them', () => {
    const { reitit, summat } = previewOf(board, chosen('two'))
    expect(reitit.map(({ pysahdykset }) => pysahdykset.map(({ id, lahetykset }) => [id, ...lahetykset]))).toEqual([
      [
        ['pickup', 'b'],
        ['done', 'a'],
      ],
      [
        ['there', 'c'],
        ['new', 'a'],
      ],
    ])
    expect(summat).toMatchObject({ metrit: 8500, sekunnit: 1100 })
    expect(previewOf(board, chosen()).reitit).toEqual(board.reitit)
  })

  test('is accepted with the versions of what it changes alone', () => {
    expect(acceptance(chosen('two'))).toEqual({
      operation: 'accept',
      reitit: [{ tyovuoro: 'two', jarjestys: proposedTwo.jarjestys }],
      versiot: { two: 4, a: 9, c: 2, there: 3 },
    })
  })

  test('says who gets what', () => {
    expect(gainsOf(chosen('two'))).toEqual([{ route: 'two', name: 'Hanna Koskinen', works: ['a'] }])
    expect([...takersOf(chosen('one', 'two'))]).toEqual([['a', 'Koskinen']])
    expect(takersOf(null).size).toBe(0)
  })

  test('has the change of all of it, or of the chosen routes unless these take work from others', () => {
    expect(changeOf(board, chosen('one', 'two'))).toEqual({ metres: -2500, seconds: -300 })
    expect(changeOf(board, chosen('one'))).toEqual({ metres: -4000, seconds: -500 })
    expect(changeOf(board, chosen('two'))).toBeNull()
  })
})
