import { expect, test } from 'vitest'
import { failureDeed, failureFaults } from './failed-delivery.ts'

test('a failed delivery has a reason, and another one than those offered is told in words', () => {
  expect(failureFaults({ syy: '', selite: '' })).toEqual({ syy: 'Valitse syy.' })
  expect(failureFaults({ syy: 'vaara_osoite', selite: '' })).toEqual({})
  expect(failureFaults({ syy: 'muu', selite: '  ' })).toEqual({ selite: 'Kerro, mitä tapahtui.' })
  expect(failureFaults({ syy: 'muu', selite: 'x'.repeat(1001) })).toEqual({ selite: 'Tekstin enimmäispituus on 1000 merkkiä.' })
})

test('it is stored once, and every shipment that it is of waits for an answer to it', async () => {
  const photos = [{ key: 'k', image: new Blob(), fileId: 'f' }]
  const failure = { id: 'p', syy: 'kieltaytyi', selite: ' Ei tilannut. ', photos, at: 9, where: { lat: 60, lng: 25 } } as const
  const [made, ...waiting] = await failureDeed(failure, [
    { id: 'a', vid: 2, tila: 'kuljetuksessa' },
    { id: 'b', vid: 5, tila: 'myohassa' },
  ])
  expect(made).toMatchObject({
    op: 'add',
    data: { id: 'p', attributes: { syy: 'kieltaytyi', selite: 'Ei tilannut.', laitteen_aika: 9, lat: 60, lng: 25 } },
  })
  expect(waiting).toMatchObject([
    { op: 'update', data: { id: 'a', attributes: { vid: 2, tila: 'myohassa' }, relationships: { poikkeama: { data: { id: 'p' } } } } },
    { op: 'update', data: { id: 'b', attributes: { vid: 5, tila: 'myohassa' } } },
  ])
})
