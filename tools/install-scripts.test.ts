import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))

test('npm install needs no approval: every package with an install script is approved, and no other', () => {
  const locked: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages
  const withScript = Object.entries(locked).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
  )
  const { allowScripts } = read('package.json')
  expect(Object.keys(allowScripts).sort()).toEqual(withScript.sort())
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([true]))
})
