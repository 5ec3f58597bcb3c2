import { describe, expect, test } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { features } from '#domain/features/settings/runtime-config.ts'
import { jobRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { unanswered } from './line-changes.ts'
import { stepWords } from './step-words.ts'

const admin = { actor: 'yllapito', now: 1_000_000, table: shipmentTransitionsOf(features) } as const
const under = shipmentRow({ state: 'kuljetuksessa' })
const late = shipmentRow({ state: 'myohassa' })
const waiting = shipmentRow()

describe('what a step asks', () => {
  test('what all of it can be taken back from needs no warning', () => {
    expect(stepWords([[under], [under, jobRow({ state: 'kuljetuksessa' })]], 'toimitettu', admin)).toEqual({
      question: 'Merkitäänkö 2 tilausta (3 riviä) tilaan ”Toimitettu”?',
      final: '',
    })
  })
  test('where some of it cannot, how many and from where', () => {
    expect(stepWords([[under], [late], [late, under]], 'toimitettu', admin).final).toBe(
      '2 tilauksen muutosta ei voi kumota: tilaan ”Myöhässä” ei ole paluuta.',
    )
  })
  test('where none of it can, all that they were', () => {
    expect(stepWords([[waiting], [late]], 'odottaa_siirtoa', admin)).toEqual({
      question: 'Merkitäänkö 2 tilausta tilaan ”Siirto terminaaliin”?',
      final: 'Muutosta ei voi kumota: tiloihin ”Odottaa noutoa” ja ”Myöhässä” ei ole paluuta.',
    })
  })
})

test('what failed and waits for an answer is not delivered among others', () => {
  const [failed, other] = [{ failed: true as const }, {}]
  expect(unanswered([failed, other], 'toimitettu')).toEqual([failed])
  expect(unanswered([failed, other], 'kuljetuksessa')).toEqual([])
})
