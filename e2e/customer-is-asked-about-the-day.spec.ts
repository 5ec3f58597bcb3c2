import { formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { publicHolidays } from '#domain/values/time/public-holidays.ts'
import { addDays, startOfDay, weekdayOf } from '#domain/values/time/time.ts'
import { changeSettings, rowOf, shipmentIdsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import { arrived, fillOrder, orderDay, trolley, wishedDay } from './order-form.ts'

const todayStart = startOfDay(Math.floor(Date.now() / 1000))
const holidays = new Set(publicHolidays(todayStart, addDays(todayStart, 60)).map(({ paiva }) => paiva))
/** The next Sunday that is no holiday. */
const sunday =
  Array.from({ length: 50 }, (_, ahead) => addDays(todayStart, ahead + 1)).find((day) => weekdayOf(day) === 7 && !holidays.has(day)) ?? 0

/** A working day after the one that is offered for that Sunday. */
const workingDay =
  [2, 3, 4, 5, 6, 7, 8, 9].map((ahead) => addDays(sunday, ahead)).find((day) => weekdayOf(day) < 6 && !holidays.has(day)) ?? 0

const typedDay = (day: number) => new Date((day + 12 * 3600) * 1000).toLocaleDateString('fi-FI', { timeZone: 'Europe/Helsinki' })

test('a Sunday and a day past the cut-off are asked about with the next good one; nothing is sent before the answer', async ({
  as,
  api,
}) => {
  const [admin, customer] = [await api('yllapito'), await api('asiakas')]
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const dialog = page.getByRole('dialog', { name: 'Sopiiko toimituspäivä?' })
  const order = () => page.getByRole('button', { name: 'Tilaa', exact: true }).click()

  await test.step('Esc goes back to the form, and the offered day is taken with one press', async () => {
    await fillOrder(page, [trolley], 'SUNNUNTAI-1')
    await wishedDay(page).fill('')
    await wishedDay(page).pressSequentially(typedDay(sunday))
    await wishedDay(page).blur()
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/jsonapi/operations')) sent++
    })
    await order()
    await expect(dialog).toContainText(`Toivottu päivä ${formatDay(sunday)} on sunnuntai. Seuraava mahdollinen päivä on `)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(sent).toBe(0)
    await order()
    const offered = await dialog.getByRole('button', { name: /^Vaihda: / }).textContent()
    await dialog.getByRole('button', { name: /^Vaihda: / }).click()
    const { id } = await arrived(page)
    const [shipment = ''] = await shipmentIdsOf(customer, id)
    const { attributes } = await rowOf<{ attributes: { toivottu_toimitus: number } }>(
      customer,
      `/jsonapi/lahetys_entity/lahetys/${shipment}`,
    )
    expect(`Vaihda: ${formatDay(attributes.toivottu_toimitus)}`).toBe(offered)
  })

  await test.step('the day of the pickup is asked about too, and keeps its clock time on the offered day', async () => {
    await fillOrder(page, [trolley], 'SUNNUNTAI-2')
    await wishedDay(page).fill(typedDay(workingDay))
    await wishedDay(page).blur()
    await page.getByRole('button', { name: 'Lisää kellonajat' }).click()
    await page.getByRole('textbox', { name: 'Nouto aikaisintaan', exact: true }).fill(typedDay(sunday))
    await page.getByRole('textbox', { name: 'Nouto aikaisintaan: kello' }).fill('9.30')
    await page.getByRole('textbox', { name: 'Nouto aikaisintaan: kello' }).blur()
    const asked = page.getByRole('dialog', { name: 'Sopiiko noutopäivä?' })
    await order()
    await expect(asked).toContainText(`Noutopäivä ${formatDay(sunday)} on sunnuntai. Seuraava mahdollinen päivä on `)
    const offered = await asked.getByRole('button', { name: /^Vaihda: / }).textContent()
    await asked.getByRole('button', { name: /^Vaihda: / }).click()
    const { id } = await arrived(page)
    const [shipment = ''] = await shipmentIdsOf(customer, id)
    const { attributes } = await rowOf<{ attributes: { nouto_aika_alku: number } }>(customer, `/jsonapi/lahetys_entity/lahetys/${shipment}`)
    expect(`Vaihda: ${formatDay(attributes.nouto_aika_alku)}`).toBe(offered)
    expect(formatTime(attributes.nouto_aika_alku)).toBe('9.30')
  })

  await test.step('past the cut-off the customer may keep the day, and is not asked again', async () => {
    // On the working day before at midnight, which is past whatever today is.
    await changeSettings(admin, { tilausraja_klo: '0.00', tilausraja_paivia: 1 })
    await fillOrder(page, [trolley], 'RAJA-1')
    await order()
    await expect(dialog).toContainText(/^.*Tilausaika päivälle .* on päättynyt/)
    await expect(wishedDay(page)).toHaveValue(new RegExp(`${orderDay()}$`))
    await dialog.getByRole('button', { name: /^Pidä / }).click()
    await arrived(page)
  })

  await changeSettings(admin, { tilausraja_klo: '', tilausraja_paivia: 0 })
})
