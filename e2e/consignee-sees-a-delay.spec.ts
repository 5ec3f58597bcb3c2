import type { Api } from './api.ts'
import { changeSettings, makePerson, rowsOf } from './api-data.ts'
import { planDay } from './driver-day.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'
import { enlarge, expectFits, sizeOf } from './large-text.ts'

/** The path by which a stranger follows the order, once its link is enabled. */
async function trackingPath(admin: Api, id: string | undefined): Promise<string> {
  const path = '/api/tilaus/seurantalinkki'
  await admin.send('POST', path, { operation: 'kayttoon', id })
  const [link] = await rowsOf<{ tunnus: string }>(admin, `${path}?id=${id}`)
  return `/seuranta#${link?.tunnus}`
}

test('a reported delay is seen at once by the consignee, with the window, the stops before and whom to call, and by the dispatcher', async ({
  as,
  api,
  page: consignee,
}) => {
  const admin = await api('yllapito')
  await changeSettings(admin, { seuranta_kuljettajan_puhelin: true })
  const driver = await makePerson(admin, { name: 'myohastyja', user_roles: ['kuljettaja'], phone: '040 123 4567' })
  const { jobs } = await planDay(admin, driver, [{ name: 'Seurantaovi Yksi' }, { name: 'Seurantaovi Kaksi' }])
  const { page } = await as('myohastyja', { phone: true, at: '/kuljettajan-etusivu' })
  const next = page.getByRole('article').filter({ hasText: 'Seuraava' })
  await page.getByRole('button', { name: /^Aloita päivä/ }).click()
  await next.getByRole('button', { name: 'Noudettu', exact: true }).click()
  await expect(next).toContainText('2 / 3')
  await expect(page.getByRole('button', { name: /^Kumoa nouto/ })).toBeVisible()
  const isFirst = ((await next.textContent()) ?? '').includes('Seurantaovi Yksi')
  const [first, last] = isFirst ? jobs : jobs.toReversed()

  await consignee.clock.install()
  await test.step('the consignee of the last door sees how many stops come before', async () => {
    await consignee.goto(await trackingPath(admin, last?.order))
    await expect(consignee.getByRole('heading', { level: 1 })).toContainText('Tilaus T-')
    await expect(async () => {
      await consignee.clock.fastForward('01:00')
      await expect(consignee.getByText('Ennen sinua on 1 pysähdys.')).toBeVisible({ timeout: 3000 })
    }).toPass()
  })

  await test.step('the consignee of the next door sees that it is next and whom to call', async () => {
    await consignee.goto('about:blank')
    await consignee.goto(await trackingPath(admin, first?.order))
    await expect(consignee.getByText('Olet seuraava pysähdys.')).toBeVisible()
    await expect(consignee.getByText(/myöhässä/)).toHaveCount(0)
    await expect(consignee.getByRole('listitem').filter({ hasText: 'Kuljettaja' }).getByRole('link')).toHaveAttribute(
      'href',
      'tel:+358401234567',
    )
  })

  const { page: dispatcher } = await as('yllapito', { at: `/tilaus/${first?.order}` })
  await expect(dispatcher.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dispatcher.getByText('Ilmoitettu 30 min myöhässä')).toHaveCount(0)

  await test.step('the driver reports the delay', async () => {
    await next.getByRole('button', { name: new RegExp(`^Muut, ${first?.door}`) }).click()
    await next.getByRole('button', { name: 'Ilmoita myöhästymisestä' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ilmoita myöhästymisestä' })
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(dialog.getByText('Valitse, kuinka paljon.')).toBeVisible()
    await dialog.getByRole('radio', { name: '30 min' }).click()
    await expect(dialog.getByRole('status')).toContainText('Uusi arvio')
    await expectAccessibleInFullRun(page, { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Ilmoita', exact: true }).click()
    await expect(page.getByText('Myöhästymisestä ilmoitettu: 30 min.')).toBeVisible()
  })

  await test.step('the open pages show it, without a reload', async () => {
    await expect(dispatcher.getByText('Ilmoitettu 30 min myöhässä').first()).toBeVisible()
    await expect(dispatcher.getByRole('button', { name: /^Ilmoitukset, / })).toBeVisible()
    await consignee.clock.fastForward('00:15')
    await expect(consignee.getByText('Kuljettaja on ilmoittanut olevansa noin 30 min myöhässä.')).toBeVisible()
    await expect(consignee.getByText(/^Arvioitu saapuminen .* klo \d+\.\d\d–\d+\.\d\d/)).toBeVisible()
    await expectAccessibleInFullRun(consignee)
  })

  await test.step('the page fits a narrow phone with text of twice the size, and the steps grow too', async () => {
    await consignee.setViewportSize({ width: 360, height: 780 })
    await enlarge(consignee)
    await consignee.reload()
    await expect(consignee.getByText(/^Arvioitu saapuminen /)).toBeVisible()
    await expectFits(consignee)
    expect(await sizeOf(consignee.getByText('Noudettu', { exact: true }).first())).toBe(24)
  })
})
