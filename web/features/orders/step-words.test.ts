import { describe, expect, test } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allFeatures } from '#domain/model/features.ts'
import { jobRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { unanswered } from './line-changes.ts'
import { stepWords } from './step-words.ts'

const admin = { actor: 'yllapito', now: 1_000_000, table: shipmentTransitionsOf(allFeatures) } as const
const under = shipmentRow({ state: 'kuljetuksessa' })
const late = shipmentRow({ state: 'myohassa' })
const waiting = shipmentRow()

describe('the question before a step', () => {
  test('has no warning when everything can be undone', () => {
    expect(stepWords([[under], [under, jobRow({ state: 'kuljetuksessa' })]], 'toimitettu', admin)).toEqual({
      question: 'Merkitäänkö 2 tilausta (3 riviä) tilaan ”Toimitettu”?',
      final: '',
    })
  })
  test('says how many lines cannot be undone, and their states', () => {
    expect(stepWords([[under], [late], [late, under]], 'toimitettu', admin).final).toBe(
      '2 tilauksen muutosta ei voi kumota: tilaan ”Myöhässä” ei ole paluuta.',
    )
  })
  test('gives the states of all lines when nothing can be undone', () => {
    expect(stepWords([[waiting], [late]], 'odottaa_siirtoa', admin)).toEqual({
      question: 'Merkitäänkö 2 tilausta tilaan ”Siirto terminaaliin”?',
      final: 'Muutosta ei voi kumota: tiloihin ”Odottaa noutoa” ja ”Myöhässä” ei ole paluuta.',
    })
  })
})

test('excludes lines with a failed delivery that needs a decision', () => {
  const [failed, other] = [{ failed: true as const }, {}]
  expect(unanswered([failed, other], 'toimitettu')).toEqual([failed])
  expect(unanswered([failed, other], 'kuljetuksessa')).toEqual([])
})
