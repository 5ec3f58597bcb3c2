import { expect, test } from 'vitest'
import { featureCoverage } from '#domain/features/settings/feature-switches.ts'
import { allFeatures, featureNames, featuresWithout } from '#domain/model/features.ts'
import { hasScreen } from './access.ts'
import { routes } from './routes.ts'

const paths = routes.flatMap(({ options }) => ('path' in options && typeof options.path === 'string' ? [options.path] : []))

test.each(featureNames)('without %s its screens are gone, and no others', (feature) => {
  const { screens = [] } = featureCoverage[feature]
  const features = featuresWithout([feature])
  expect(paths.filter((path) => !hasScreen(path, features)).sort()).toEqual(
    paths.filter((path) => screens.includes(path.replace(/^\//, ''))).sort(),
  )
  for (const path of screens) expect(hasScreen(path, features), path).toBe(false)
  for (const path of [...paths, ...screens]) expect(hasScreen(path, allFeatures), path).toBe(true)
})
