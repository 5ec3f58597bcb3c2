import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const saves = '**/jsonapi/operations'

async function fill(page: Page, plate: string, name: string): Promise<void> {
  await field(page, 'Rekisterinumero').fill(plate)
  await field(page, 'Nimi').fill(name)
}

async function addCar(page: Page, plate: string, name: string): Promise<void> {
  await fill(page, plate, name)
  await page.keyboard.press('Control+Enter')
}

/** Returns a function that saves and loses the answer: the row is stored, but the page gets no response. */
async function badNetwork(page: Page): Promise<() => Promise<void>> {
  let isLost = false
  await page.route(saves, async (route) => {
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  return async () => {
    isLost = true
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Palvelin ei vastannut. Kirjoittamasi on tallessa, ja voit lähettää sen uudelleen.')).toBeVisible()
    isLost = false
  }
}

/** The names of the cars that a search finds, as another person reads them. */
async function carNames(page: Page, search: string, count: number): Promise<string[]> {
  await page.goto(`/autot?haku=${search}`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(count)
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).sort()
}

test('text typed while a new car is saved stays as a draft on the car’s own page, and the next new car starts empty', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/auto/new' })
  const release = Promise.withResolvers<void>()
  await page.route(saves, async (route) => {
    await release.promise
    await route.continue()
  })
  // Restored after a reload: the draft's id differs from the id that the page generated at first.
  await fill(page, 'xty-101', 'Ensin')
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  await page.reload()
  await expect(field(page, 'Nimi')).toHaveValue('Ensin')
  const sent = page.waitForRequest(saves)
  await page.keyboard.press('Control+Enter')
  await sent
  await field(page, 'Nimi').fill('Myöhemmin')
  release.resolve()
  await expect(heading(page, 'XTY-101')).toBeVisible()
  await expect(field(page, 'Nimi')).toHaveValue('Myöhemmin')
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/auto/new')
  await expect(heading(page, 'Uusi auto')).toBeVisible()
  await expect(field(page, 'Rekisterinumero')).toHaveValue('')
  await addCar(page, 'xty-102', 'Seuraava')
  await expect(heading(page, 'XTY-102')).toBeVisible()
  expect(await carNames(page, 'xty', 2)).toEqual([expect.stringMatching(/^XTY-101 .*Ensin/), expect.stringMatching(/^XTY-102 .*Seuraava/)])
})

test('a new car whose answer was lost is one car when it is edited and saved again', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/auto/new' })
  const saveWithoutAnswer = await badNetwork(page)
  await fill(page, 'xka 201', ' Katkolla ')
  await saveWithoutAnswer()
  await field(page, 'Nimi').fill('Katkon jälkeen')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'XKA-201')).toBeVisible()
  expect(await carNames(page, 'xka-201', 1)).toEqual([expect.stringMatching(/^XKA-201 .*Katkon jälkeen/)])
})

test('a new car whose answer was lost is one car when it is saved again after a reload', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/auto/new' })
  const saveWithoutAnswer = await badNetwork(page)
  await fill(page, 'xka-211', 'Ennen latausta')
  await saveWithoutAnswer()
  await page.reload()
  await expect(field(page, 'Nimi')).toHaveValue('Ennen latausta')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'XKA-211')).toBeVisible()
  await carNames(page, 'xka-211', 1)
})

test('another new car never overwrites the one whose answer was lost', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/auto/new' })
  const saveWithoutAnswer = await badNetwork(page)
  await fill(page, 'xen-301', 'Ensimmäinen')
  await saveWithoutAnswer()

  await test.step('the page is left, and another car is typed over the draft', async () => {
    await page.goto('/autot')
    await page.getByRole('link', { name: 'Uusi auto' }).click()
    await expect(field(page, 'Nimi')).toHaveValue('Ensimmäinen')
    await addCar(page, 'xto-302', 'Toinen')
    await expect(heading(page, 'XTO-302')).toBeVisible()
  })

  await test.step('the draft is discarded, and another car is typed in its place', async () => {
    await page.goto('/auto/new')
    await fill(page, 'xko-303', 'Kolmas')
    await saveWithoutAnswer()
    await page.getByRole('button', { name: 'Hylkää' }).click()
    await expect(field(page, 'Nimi')).toHaveValue('')
    await addCar(page, 'xne-304', 'Neljäs')
    await expect(heading(page, 'XNE-304')).toBeVisible()
  })

  for (const [plate, name] of [
    ['xen-301', 'Ensimmäinen'],
    ['xto-302', 'Toinen'],
    ['xko-303', 'Kolmas'],
    ['xne-304', 'Neljäs'],
  ] as const)
    expect(await carNames(page, plate, 1)).toEqual([expect.stringMatching(new RegExp(`^${plate.toUpperCase()} .*${name}`))])
})

test('two tabs with the same draft create two cars, also when the answer to the second is lost', async ({ as }) => {
  const { page, context } = await as('yllapito', { at: '/auto/new' })
  await fill(page, 'xta-401', 'Ensimmäinen ikkuna')
  await expect(page.getByText(/^Luonnos tallessa/)).toBeVisible()
  const second = await context.newPage()
  // The first call conflicts with the id of the other tab's car; the second one creates the car, and its answer is lost.
  let calls = 0
  await second.route(saves, async (route) => {
    calls += 1
    if (calls !== 2) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await second.goto('/auto/new')
  await expect(field(second, 'Nimi')).toHaveValue('Ensimmäinen ikkuna')
  await page.bringToFront()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'XTA-401')).toBeVisible()
  await second.bringToFront()
  await fill(second, 'xta-402', 'Toinen ikkuna')
  await second.keyboard.press('Control+Enter')
  await expect(second.getByText(/^Palvelin ei vastannut/).first()).toBeVisible()
  await second.keyboard.press('Control+Enter')
  await expect(heading(second, 'XTA-402')).toBeVisible()
  expect(await carNames(page, 'xta-4', 2)).toEqual([
    expect.stringMatching(/^XTA-401 .*Ensimmäinen ikkuna/),
    expect.stringMatching(/^XTA-402 .*Toinen ikkuna/),
  ])
})

test('a driver, who may not change notes, adds a second note when the answer to the first was lost', async ({ as }) => {
  const { page } = await as('kuljettaja', { at: '/autot' })
  const saveWithoutAnswer = await badNetwork(page)
  await page.getByRole('row').nth(2).getByRole('link').click()
  const log = page.getByRole('region', { name: 'Huoltoloki', exact: true })
  await log.getByRole('button', { name: 'Lisää merkintä' }).click()
  await log.getByRole('textbox', { name: 'Lisätiedot' }).fill('Vilkku vilkkuu')
  await saveWithoutAnswer()
  await log.getByRole('textbox', { name: 'Lisätiedot' }).fill('Vilkku vilkkuu liian nopeasti')
  await page.keyboard.press('Control+Enter')
  await expect(log.getByRole('listitem').filter({ hasText: 'Vilkku vilkkuu' })).toHaveCount(2)
})
