// The password estimator's dictionaries are two megabytes, so they are loaded only when a new password is typed.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './kuorma.ts'

const assets = join(import.meta.dirname, '../dist/web/assets')
/** The beginnings of a Finnish, an English and a common dictionary. */
const dictionaries = /on,ei,ja,se,hän|salasana.{0,40}perkele|korhonen,virtanen/

/** A script and everything that it imports statically. */
async function reachable(name: string, visited = new Map<string, string>()): Promise<Map<string, string>> {
  if (visited.has(name)) return visited
  const source = await readFile(join(assets, name), 'utf8')
  visited.set(name, source)
  const imports = source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)
  for (const [, imported] of imports) if (imported) await reachable(imported, visited)
  return visited
}

test('no script of the first load contains a dictionary', async () => {
  const page = await readFile(join(assets, '../index.html'), 'utf8')
  const first = new Map<string, string>()
  for (const [, name] of page.matchAll(/assets\/([^"']+\.js)/g)) if (name) await reachable(name, first)
  expect(first.size).toBeGreaterThan(1)
  for (const [name, source] of first) expect(dictionaries.test(source), name).toBe(false)
  const all = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const holding: string[] = []
  for (const name of all) if (dictionaries.test(await readFile(join(assets, name), 'utf8'))) holding.push(name)
  expect(holding).toEqual([expect.stringMatching(/^password-strength\.worker-/)])
  // The service worker does not prefetch it either.
  expect(await readFile(join(assets, '../sw.js'), 'utf8')).not.toContain('password-strength.worker')
})

test('the estimator loads when a new password is typed, and if it fails to load, the server decides', async ({ page }) => {
  const loads: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('password-strength')) loads.push(request.url())
  })
  await page.goto('/login')
  await page.getByLabel('Salasana', { exact: true }).fill('jokin salasana')
  await page.goto('/password-reset#name=kuljettaja&temp_pass=arvaus')
  const field = page.getByLabel('Uusi salasana', { exact: true })
  await expect(field).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  await field.fill('hiekka')
  await expect(page.getByText('Salasanassa on oltava vähintään 10 merkkiä.')).toBeVisible()
  await field.fill('kuljettaja-2025!')
  await expect(page.getByText(/siinä on käyttäjän tai yrityksen nimi, tunnus tai osoite/)).toBeVisible()
  await field.fill('hiekkalaatikon reunalla istun')
  await expect(page.getByText('Vahva salasana')).toBeVisible()
  expect(loads).toHaveLength(1)

  await page.goto('about:blank')
  await page.context().route('**/password-strength*', (route) => route.abort())
  await page.goto('/password-reset#name=kuljettaja&temp_pass=arvaus')
  await field.fill('hiekkalaatikon reunalla istun')
  await expect(page.getByText('Salasanan vahvuus tarkistetaan, kun tallennat sen.')).toBeVisible()
  await page.getByRole('button', { name: 'Tallenna salasana' }).click()
  await expect(page.getByRole('alert')).toContainText('Käyttämäsi linkki on vanhentunut.')
})
