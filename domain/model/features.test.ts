import { expect, test } from 'vitest'
import { allFeatures, featureNames, featureOff, featuresWithout } from './features.ts'

test('every feature is on unless it is switched off', () => {
  expect(allFeatures).toEqual(Object.fromEntries(featureNames.map((name) => [name, true])))
})

test.each(featureNames)('%s is switched off alone', (off) => {
  expect(featuresWithout([off])).toEqual({ ...allFeatures, [off]: false })
})

test('a refusal names the feature', () => {
  expect(featureOff('tuntituote_toisto')).toBe('Toiminto Sopimustuntityö ei ole käytössä.')
})
