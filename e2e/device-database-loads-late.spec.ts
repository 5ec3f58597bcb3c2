// Dexie would take a fifth of the sign-in form's script budget, so it is loaded when the device's database is first used.
import { expect, signIn, test } from './kuorma.ts'

test("the device's database is loaded after sign-in, not with the sign-in form", async ({ browser, server }) => {
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
