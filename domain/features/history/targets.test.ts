import { expect, test } from 'vitest'
import { type Inflected, inflect, type Target } from './targets.ts'

const line = (numero: number, kaikkiaan: number): Target => ({ kind: 'lahetys', numero, kaikkiaan })
const job = (numero: number, kaikkiaan: number): Target => ({ kind: 'tuntituote', numero, kaikkiaan })

test.each<[targets: Target[], Inflected]>([
  [[{ kind: 'tilaus' }], { accusative: 'tilauksen', nominative: 'tilaus', genitive: 'tilauksen', partitive: 'tilausta', isMany: false }],
  [[line(1, 1)], { accusative: 'lähetyksen', nominative: 'lähetys', genitive: 'lähetyksen', partitive: 'lähetystä', isMany: false }],
  [
    [line(2, 3)],
    { accusative: 'lähetyksen 2/3', nominative: 'lähetys 2/3', genitive: 'lähetyksen 2/3', partitive: 'lähetystä 2/3', isMany: false },
  ],
  [
    [line(3, 4), line(1, 4)],
    {
      accusative: 'lähetykset 1 ja 3',
      nominative: 'lähetykset 1 ja 3',
      genitive: 'lähetysten 1 ja 3',
      partitive: 'lähetyksiä 1 ja 3',
      isMany: true,
    },
  ],
  [
    [line(10, 12), line(9, 12), line(2, 12)],
    {
      accusative: 'lähetykset 2, 9 ja 10',
      nominative: 'lähetykset 2, 9 ja 10',
      genitive: 'lähetysten 2, 9 ja 10',
      partitive: 'lähetyksiä 2, 9 ja 10',
      isMany: true,
    },
  ],
  [
    [line(2, 2), line(1, 2)],
    {
      accusative: 'kaikki lähetykset',
      nominative: 'kaikki lähetykset',
      genitive: 'kaikkien lähetysten',
      partitive: 'lähetyksiä',
      isMany: true,
    },
  ],
  [[job(1, 1)], { accusative: 'tuntityön', nominative: 'tuntityö', genitive: 'tuntityön', partitive: 'tuntityötä', isMany: false }],
  [
    [job(1, 2), job(2, 2)],
    {
      accusative: 'kaikki tuntityöt',
      nominative: 'kaikki tuntityöt',
      genitive: 'kaikkien tuntitöiden',
      partitive: 'tuntitöitä',
      isMany: true,
    },
  ],
])('the case forms of %j', (targets, forms) => expect(inflect(targets)).toEqual(forms))
