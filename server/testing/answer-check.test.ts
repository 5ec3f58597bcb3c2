import { expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { modelOf } from '../entities/model.ts'
import { openApiDocument } from '../http/openapi/document.ts'
import { answerCheck, type ObservedAnswer } from './answer-check.ts'

const check = answerCheck(openApiDocument(modelOf(registry), []))
const id = '00000000-0000-4000-8000-000000000001'
const car = { type: 'auto_entity--auto_entity', id, attributes: { name: 'Auto 1', rekisterinumero: 'ABC-123' } }
const answer: ObservedAnswer = {
  method: 'GET',
  url: `/jsonapi/auto_entity/auto_entity/${id}?include=`,
  status: 200,
  contentType: 'application/vnd.api+json; charset=utf-8',
  body: { data: car },
}

test('an answer that matches its description passes', () => {
  expect(() => check(answer)).not.toThrow()
  expect(() => check({ ...answer, url: '/somewhere/else', body: 1 })).not.toThrow()
})

test.each<[string, Partial<ObservedAnswer>]>([
  ['a field that nobody described', { body: { data: { ...car, attributes: { salaisuus: 1 } } } }],
  ['a value of another type', { body: { data: { ...car, attributes: { rekisterinumero: 123 } } } }],
  ['another type of row', { body: { data: { ...car, type: 'tuote_entity--tuote_entity' } } }],
  ['a row of no known type among the included', { body: { data: car, included: [{ ...car, type: 'jokin--muu' }] } }],
  ['a status that nobody described', { status: 418, body: { errors: [] } }],
  ['another content type', { contentType: 'text/html', body: null }],
  ['a refusal of another shape', { status: 404, body: { message: 'Ei ole' } }],
])('%s does not', (_what, wrong) => {
  expect(() => check({ ...answer, ...wrong })).toThrow(/^GET /)
})
