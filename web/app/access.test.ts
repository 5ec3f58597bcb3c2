import { afterEach, expect, test } from 'vitest'
import { featureCoverage } from '#domain/features/settings/feature-switches.ts'
import { runtimeConfigShape } from '#domain/features/settings/runtime-config.ts'
import { allFeatures, featureNames } from '#domain/model/features.ts'
import { setSettings } from '../session/settings.ts'
import { hasScreen } from './access.ts'
import { routes } from './routes.ts'

const config = { version: '', companyName: '', supportPhone: '', supportMail: '', mapTiles: '', clients: {} }
const switchOff = (off: readonly string[]) =>
  setSettings(
    runtimeConfigShape.parse({ ...config, features: Object.fromEntries(featureNames.map((name) => [name, !off.includes(name)])) }),
  )
afterEach(() => setSettings(runtimeConfigShape.parse({ ...config, features: allFeatures })))

const paths = routes.flatMap(({ options }) => ('path' in options && typeof options.path === 'string' ? [options.path] : []))

test.each(featureNames)('without %s its screens are gone, and no others', (feature) => {
  const { screens = [] } = featureCoverage[feature]
  switchOff([feature])
  expect(paths.filter((path) => !hasScreen(path)).sort()).toEqual(paths.filter((path) => screens.includes(path.replace(/^\//, ''))).sort())
  for (const path of screens) expect(hasScreen(path), path).toBe(false)
  switchOff([])
  for (const path of [...paths, ...screens]) expect(hasScreen(path), path).toBe(true)
})
