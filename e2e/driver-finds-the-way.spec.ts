import { makePerson } from './api-data.ts'
import { planDay } from './driver-day.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

test('a driver chooses what to navigate with, sees the day on a map and starts loading', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'karttakuljettaja', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Karttaovi' }])
  const { page, context } = await as('karttakuljettaja', { phone: true, at: '/kuljettajan-etusivu' })
  await context.route('https://waze.com/**', (route) => route.fulfill({ body: 'Waze' }))
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })
  const go = next.getByRole('link', { name: 'Navigoi: Testivarasto Oy' })

  await test.step('Google Maps at first, then what was chosen, also after a reload', async () => {
    await expect(go).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=/)
    await next.getByRole('button', { name: 'Navigointisovellus: Google Maps. Vaihda' }).click()
    await expect(page.getByRole('menuitem', { name: 'Puhelimen kartta' })).toHaveAttribute('href', /^geo:6\d\.\d+,2\d\.\d+\?q=/)
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('menuitem', { name: 'Waze' }).click()])
    await opened.close()
    await expect(go).toHaveAttribute('href', /^https:\/\/waze\.com\/ul\?ll=6\d\.\d+%2C2\d\.\d+&navigate=yes$/)
    await page.reload()
    await expect(next.getByRole('button', { name: 'Navigointisovellus: Waze. Vaihda' })).toBeVisible()
    await expect(go).toHaveAttribute('href', /^https:\/\/waze\.com\//)
  })

  await test.step('the map of the day has a link through its stops', async () => {
    await page.getByRole('button', { name: 'Päivä kartalla' }).click()
    await expect(page.getByLabel('Päivän pysähdykset kartalla')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Aja pysähdykset 1–2' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=6.*&waypoints=6/,
    )
    await expectAccessibleInFullRun(page)
  })

  await test.step('at a pickup the loading is started', async () => {
    await page.getByRole('button', { name: /^Aloita päivä/ }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Muu' })).toBeVisible()
    await next.getByRole('button', { name: 'Muut, Testivarasto Oy' }).click()
    await next.getByRole('button', { name: 'Aloita lastaus' }).click()
    await expect(page.getByRole('region', { name: 'Käynnissä: Lastaus' })).toBeVisible()
    await expect(next.getByRole('button', { name: 'Aloita lastaus' })).toHaveCount(0)
  })
})
