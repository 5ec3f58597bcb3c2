// Dexie is a fifth of what the sign-in form may load: it comes with the first use of the device's database.
import { expect, signIn, test } from './kuorma.ts'

test('the database of the device is not loaded with the sign-in form, but once somebody has signed in', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' })
  const page = await context.newPage()
  const loads: string[] = []
  page.on('request', (request) => {
    if (/\/database-[^/]*\.js/.test(request.url())) loads.push(request.url())
  })
  await page.goto('/login')
  await expect(page.getByLabel('Salasana', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  await signIn(page, 'kuljettaja')
  await expect.poll(() => loads.length).toBe(1)
  await context.close()
})
