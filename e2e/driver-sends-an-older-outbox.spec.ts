import { makePerson } from './api-data.ts'
import { openDay, phone } from './driver-day.ts'
import { expect, test } from './kuorma.ts'
import { expectRecorded, expectSent, leaveOutbox, olderOutboxes, planOutbox, storedLabels } from './older-outbox.ts'

for (const name of await olderOutboxes())
  test(`an outbox of an older build is sent completely, each action once: ${name}`, { tag: '@long' }, async ({ api, browser, server }) => {
    const admin = await api('yllapito')
    const person = `vanha-${name}`
    const driver = await makePerson(admin, { name: person, user_roles: ['kuljettaja'] })
    const outbox = await planOutbox(admin, driver, name)
    const { expected } = outbox
    const context = await browser.newContext({ ...phone, baseURL: server, serviceWorkers: 'block' })
    await leaveOutbox(context, outbox)

    // Twice, since what was sent must not be sent again.
    for (const opening of ['first', 'second']) {
      await test.step(`the app of today is opened the ${opening} time`, async () => {
        const page = opening === 'first' ? await openDay(context, person) : await context.newPage()
        await page.goto('/kuljettajan-etusivu')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(() => storedLabels(page, driver), { timeout: 60_000 }).toEqual(expected.left)
        await expect(page.getByRole('status').filter({ hasText: 'lähettämättä' })).toHaveCount(0)
        await expect(page.getByRole('status').filter({ hasText: 'vaatii huomiota' })).toHaveCount(expected.left.length)
        await page.close()
      })
      await test.step('the server has each action once with its true time, and nothing was refused', async () => {
        await expectSent(admin, driver, outbox)
        await expectRecorded(admin, driver, outbox, { later: 0 })
      })
    }
    await context.close()
  })
