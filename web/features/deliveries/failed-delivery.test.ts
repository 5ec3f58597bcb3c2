import { expect, test } from 'vitest'
import { failureFaults, failureOperations } from './failed-delivery.ts'

test('a failed delivery requires a reason, and the reason "other" an explanation', () => {
  expect(failureFaults({ syy: '', selite: '' })).toEqual({ syy: 'Valitse syy.' })
  expect(failureFaults({ syy: 'vaara_osoite', selite: '' })).toEqual({})
  expect(failureFaults({ syy: 'muu', selite: '  ' })).toEqual({ selite: 'Kerro, mitä tapahtui.' })
  expect(failureFaults({ syy: 'muu', selite: 'x'.repeat(1001) })).toEqual({ selite: 'Tekstin enimmäispituus on 1000 merkkiä.' })
})

test('it is stored once, and each of its shipments refers to it until somebody decides', async () => {
  const photos = [{ key: 'k', image: new Blob(), fileId: 'f' }]
  const failure = { id: 'p', syy: 'kieltaytyi', selite: ' Ei tilannut. ', photos, at: 9, where: { lat: 60, lng: 25 } } as const
  const [made, ...waiting] = await failureOperations(
    failure,
    [
      { id: 'a', vid: 2, tila: 'kuljetuksessa', tilaus: 't' },
      { id: 'b', vid: 5, tila: 'myohassa', tilaus: 't' },
    ],
    {},
  )
  expect(made).toMatchObject({
    op: 'add',
    data: { id: 'p', attributes: { syy: 'kieltaytyi', selite: 'Ei tilannut.', laitteen_aika: 9, lat: 60, lng: 25 } },
  })
  expect(waiting).toMatchObject([
    { op: 'update', data: { id: 'a', attributes: { vid: 2, tila: 'myohassa' }, relationships: { poikkeama: { data: { id: 'p' } } } } },
    { op: 'update', data: { id: 'b', attributes: { vid: 5, tila: 'myohassa' } } },
  ])
})

test('each of several orders has its own record, the same over retries', async () => {
  const [id, other] = ['0b54ed0a-2c1e-4f1b-9d7e-1a2b3c4d5e6f', 'f3a1c9d2-7b6a-4c5d-8e9f-0a1b2c3d4e5f']
  const failure = { id, syy: 'kieltaytyi', selite: '', photos: [], at: 9, where: null } as const
  const tried = [
    { id: 'a', vid: 2, tila: 'kuljetuksessa', tilaus: 't' },
    { id: 'b', vid: 5, tila: 'kuljetuksessa', tilaus: other },
  ] as const
  const operations = await failureOperations(failure, tried, {})
  const made = operations.flatMap((step) => (step.op === 'add' ? step.data.id : []))
  expect(made).toEqual([id, expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)])
  expect(await failureOperations(failure, tried, {})).toEqual(operations)
})
