import type { Page, Request } from '@playwright/test'
import type { Api } from './api.ts'
import { operate } from './api-data.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const removeButton = (page: Page) => page.getByRole('button', { name: 'Poista', exact: true })
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const whereUsed = '**/api/kayttokohteet*'
const operations = '**/jsonapi/operations'

const plateTaken = 'Rekisterinumero on jo käytössä'

/** Adds a car that no other row refers to. */
async function addCar(admin: Api, rekisterinumero: string): Promise<string> {
  const id = crypto.randomUUID()
  await operate(admin, [{ op: 'add', data: { type: 'auto_entity--auto_entity', id, attributes: { rekisterinumero, name: 'Auto' } } }])
  return id
}

/** Delays the requests to `url` until `release` is called; `requests` lists them. */
async function hold(page: Page, url: string): Promise<{ requests: Request[]; release: () => void }> {
  const requests: Request[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    requests.push(route.request())
    await promise
    await route.continue()
  })
  return { requests, release: resolve }
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Laskutus' }).click()
  await expect(heading(page, 'Laskutus')).toBeVisible()
}

test('a removal does not navigate a person who has left the page, and is not started from a page that was left', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [first, second] = [await addCar(admin, 'AAA-101'), await addCar(admin, 'AAA-102')]
  const { page } = await as('yllapito', { at: `/auto/${first}` })

  await test.step('left while the removal is under way: it is reported there', async () => {
    await expect(heading(page, 'AAA-101')).toBeVisible()
    const removal = await hold(page, operations)
    await removeButton(page).click()
    await expect.poll(() => removal.requests.length).toBe(1)
    await leave(page)
    removal.release()
    await expect(told(page, 'AAA-101 poistettu')).toBeVisible()
    await expect(heading(page, 'Laskutus')).toBeVisible()
    await page.unroute(operations)
  })

  await test.step('left before it is known where the car is used: the car stays', async () => {
    await page.goto(`/auto/${second}`)
    await expect(heading(page, 'AAA-102')).toBeVisible()
    const question = await hold(page, whereUsed)
    const removal = await hold(page, operations)
    removal.release()
    await removeButton(page).click()
    await expect.poll(() => question.requests.length).toBe(1)
    await leave(page)
    const answer = page.waitForResponse(whereUsed)
    question.release()
    await (await answer).finished()
    await page.goto(`/auto/${second}`)
    await expect(removeButton(page)).toBeVisible()
    expect(removal.requests).toEqual([])
  })
})

test('a removal without a network waits for its answer and is not made later', async ({ as, api }) => {
  const id = await addCar(await api('yllapito'), 'AAA-103')
  const { page, context } = await as('yllapito', { at: `/auto/${id}` })
  await expect(heading(page, 'AAA-103')).toBeVisible()
  const requests: string[] = []
  page.on('requestfinished', (request) => requests.push(new URL(request.url()).pathname))
  await context.setOffline(true)
  await removeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Poista AAA-103' })
  await expect(dialog).toContainText('Haetaan, kun yhteys palaa.')
  await dialog.getByRole('button', { name: 'Takaisin' }).click()
  await expect(dialog).toHaveCount(0)
  await context.setOffline(false)
  await page.goto(`/auto/${id}`)
  await expect(removeButton(page)).toBeVisible()
  expect(requests).not.toContain('/api/kayttokohteet')
  expect(requests).not.toContain('/jsonapi/operations')
})

test('a car is removed only after its uses have been looked up', async ({ as, api }) => {
  const { page } = await as('yllapito', { at: `/auto/${await addCar(await api('yllapito'), 'AAA-104')}` })
  await expect(heading(page, 'AAA-104')).toBeVisible()
  await page.route(whereUsed, (route) => route.fulfill({ status: 400, json: {} }), { times: 2 })
  await removeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Poista AAA-104' })
  await expect(dialog.getByRole('alert')).toContainText('Tietoja ei saatu')
  await expect(dialog.getByRole('button', { name: 'Poista', exact: true })).toHaveCount(0)
  await expectAccessibleInFullRun(page, { within: '[role=dialog]' })
  const second = page.waitForResponse(whereUsed)
  await dialog.getByRole('button', { name: 'Yritä uudelleen' }).click()
  expect((await second).status()).toBe(400)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await expect(dialog).toContainText('Ei käytössä missään.')
  await expectAccessibleInFullRun(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Poista', exact: true }).click()
  await expect(told(page, 'AAA-104 poistettu')).toBeVisible()
  await expect(heading(page, 'Autot')).toBeVisible()
})

test('the draft of a removed row is removed from the device; pressing "Palauta" twice restores the row once', async ({ as, api }) => {
  const car = await addCar(await api('yllapito'), 'AAA-105')
  const { page } = await as('yllapito', { at: `/auto/${car}` })
  const draftsOf = (entity: string) =>
    page.evaluate((part) => Object.keys(localStorage).filter((key) => key.startsWith('kuorma.draft.') && key.includes(part)), `.${entity}.`)
  await expect(heading(page, 'AAA-105')).toBeVisible()

  await test.step('a related row', async () => {
    const log = page.getByRole('region', { name: 'Huoltoloki', exact: true })
    await log.getByRole('button', { name: 'Lisää merkintä' }).click()
    await log.getByRole('textbox', { name: 'Lisätiedot' }).fill('Vasen takavalo pimeänä')
    await log.getByRole('button', { name: 'Lisää', exact: true }).click()
    await log.getByRole('button', { name: /^Muokkaa: / }).click()
    await log.getByRole('textbox', { name: 'Lisätiedot' }).fill('Molemmat takavalot pimeänä')
    await expect.poll(() => draftsOf('huolto')).toHaveLength(1)
    await log.getByRole('textbox', { name: 'Lisätiedot' }).fill('Kaikki valot pimeänä')
    await log.getByRole('button', { name: 'Poista', exact: true }).click()
    await expect(told(page, 'poistettu')).toBeVisible()
    await expect(log.getByRole('listitem')).toHaveCount(0)
    expect(await draftsOf('huolto')).toEqual([])
  })

  await test.step('the row of the page itself, which is left without a question', async () => {
    await page.getByRole('textbox', { name: 'Nimi', exact: true }).fill('Toinen nimi')
    await expect.poll(() => draftsOf('auto')).toHaveLength(1)
    await removeButton(page).click()
    await expect(told(page, 'AAA-105 poistettu')).toBeVisible()
    await expect(heading(page, 'Autot')).toBeVisible()
    expect(await draftsOf('auto')).toEqual([])
  })

  await test.step('brought back', async () => {
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') changes.push(request.url())
    })
    await page.goto(`/auto/${car}`)
    await page.getByRole('button', { name: 'Palauta' }).dblclick()
    await expect(removeButton(page)).toBeVisible()
    expect(changes).toHaveLength(1)
  })
})

test('restoring a car is rejected with the reason when another car has its registration number', async ({ as, api }) => {
  const admin = await api('yllapito')
  const refused = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 422)
  const removed = await addCar(admin, 'AAA-106')
  const { page } = await as('yllapito', { at: `/auto/${removed}` })
  await expect(heading(page, 'AAA-106')).toBeVisible()
  await removeButton(page).click()

  await test.step('by "Kumoa" of its removal', async () => {
    const undo = told(page, 'AAA-106 poistettu').getByRole('button', { name: 'Kumoa' })
    await expect(undo).toBeVisible()
    await addCar(admin, 'AAA-106')
    await Promise.all([refused(), undo.click()])
    await expect(alert(page, plateTaken)).toBeVisible()
    await expect(alert(page, 'Virheellinen entiteetti')).toHaveCount(0)
    await alert(page, plateTaken).getByRole('button', { name: 'Sulje' }).click()
    await expect(alert(page, plateTaken)).toHaveCount(0)
  })

  await test.step('by "Palauta" of its page, which stays', async () => {
    await page.goto(`/auto/${removed}`)
    await Promise.all([refused(), page.getByRole('button', { name: 'Palauta' }).click()])
    await expect(alert(page, plateTaken)).toBeVisible()
    await expect(alert(page, 'Virheellinen entiteetti')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Palauta' })).toBeVisible()
  })
})

test('a rejected undo of a save shows the reason', async ({ as, api }) => {
  const admin = await api('yllapito')
  const { page } = await as('yllapito', { at: `/auto/${await addCar(admin, 'AAA-107')}` })
  await expect(heading(page, 'AAA-107')).toBeVisible()
  await page.getByRole('textbox', { name: 'Rekisterinumero', exact: true }).fill('AAA-108')
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  const undo = told(page, 'AAA-108 tallennettu').getByRole('button', { name: 'Kumoa' })
  await expect(undo).toBeVisible()
  await addCar(admin, 'AAA-107')
  await undo.click()
  await expect(alert(page, plateTaken)).toBeVisible()
  await expect(alert(page, 'Virheellinen entiteetti')).toHaveCount(0)
})
