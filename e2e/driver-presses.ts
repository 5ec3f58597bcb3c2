// What a driver presses on `kuljettajan-etusivu`, and when it was pressed by the true clock.
import type { Locator, Page } from '@playwright/test'
import { expect } from './kuorma.ts'

const now = (): number => Math.floor(Date.now() / 1000)
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const photo = { name: 'kuva.png', mimeType: 'image/png', buffer: picture }

export type Press = { what: string; at: number }
/** Called before each press that makes an action, and after those of the working day's tasks. */
export type Before = () => Promise<void>

/** A device on which the driver works: the page may be replaced by a new one. Tasks are noted by type. */
export type DriverDevice = { page: Page; before: Before; tasks: Press[] }

/** The card of a visit, unfolded when it is not the next one. `place`: its name. */
export async function cardOf({ page }: DriverDevice, place: string): Promise<Locator> {
  const card = page.getByRole('article', { name: new RegExp(`^Pysähdys \\d+, ${place}$`) })
  const row = page.getByRole('region', { name: 'Seuraavat pysähdykset' }).getByRole('button', { name: place })
  await expect(card.or(row).first()).toBeVisible()
  if (!(await card.isVisible())) await row.click()
  await expect(card).toBeVisible()
  return card
}

/** Presses a button once it takes presses: for a moment after a step it ignores them. */
export async function press(button: Locator): Promise<number> {
  await expect(button).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  const at = now()
  await button.click()
  return at
}

const tasksByLabel = { 'Lähde ajamaan': 'AJO', 'Aloita purku': 'PURKU' } as const

/**
 * Presses a button of the visit's card and returns when. What is read meanwhile may make another visit the next one, and this card a folded row.
 * `optional`: a button that is not there any more, since the driver's other device has pressed it, is not pressed: 0.
 */
async function pressOnCard(device: DriverDevice, place: string, name: string, { optional = false } = {}): Promise<number> {
  let at = 0
  await expect(async () => {
    // The button may have gone while an earlier try was pressing it.
    at = 0
    const card = await cardOf(device, place)
    const button = card.getByRole('button', { name, exact: true })
    if (!(await button.isVisible())) {
      if (optional) return
      await card.getByRole('button', { name: /^Muut, / }).click({ timeout: 1000 })
    }
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1000 })
    at = now()
    // A press that has been made must not be given up as too slow: it would be made again.
    await button.click({ timeout: 15_000 })
  }).toPass({ timeout: 120_000 })
  return at
}

/** The step of a visit, behind "Muut" when it is a rarer one; what comes before it in the working day is pressed first. */
export async function pressStep(device: DriverDevice, place: string, step: string): Promise<number> {
  if (step === 'Kuittaa' || step === 'Noudettu') await pressTasksBefore(device, place)
  await device.before()
  return pressOnCard(device, place, step)
}

async function pressTasksBefore(device: DriverDevice, place: string): Promise<void> {
  for (const label of ['Lähde ajamaan', 'Aloita purku'] as const) {
    const button = (await cardOf(device, place)).getByRole('button', { name: label, exact: true })
    if (!(await button.isVisible())) continue
    await device.before()
    const at = await pressOnCard(device, place, label, { optional: true })
    if (at === 0) continue
    device.tasks.push({ what: tasksByLabel[label], at })
    await expect(button).toHaveCount(0)
    await device.before()
  }
}

/** A task of the working day, from the buttons of the eight. */
export async function pressTask(device: DriverDevice, [type, label]: readonly [string, string]): Promise<void> {
  const button = device.page.getByRole('group', { name: 'Työtehtävä' }).getByRole('button', { name: label, exact: true })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await device.before()
  device.tasks.push({ what: type, at: await press(button) })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await device.before()
}

/** Signs for the goods at a door. Returns when. */
export async function sign(device: DriverDevice, door: string): Promise<number> {
  await pressStep(device, door, 'Kuittaa')
  const { page } = device
  await page.getByLabel('Nimenselvennys').fill('Ville Vastaanottaja')
  await page.getByRole('button', { name: 'Merkitse risti' }).click()
  await device.before()
  const at = await press(page.getByRole('button', { name: 'Kuittaa toimitus' }))
  await expect(page).toHaveURL(/\/kuljettajan-etusivu/)
  return at
}

/** Leaves the goods at a door without a signature. */
export async function leave(device: DriverDevice, door: string): Promise<number> {
  await pressStep(device, door, 'Kuittaa')
  const { page } = device
  await page.getByLabel('Jätetään ilman kuittausta').check()
  await page.getByLabel('Mihin jätetty').fill('Kuistille')
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  await device.before()
  const at = await press(page.getByRole('button', { name: 'Merkitse jätetyksi' }))
  await expect(page).toHaveURL(/\/kuljettajan-etusivu/)
  return at
}

export async function failToDeliver(device: DriverDevice, door: string): Promise<number> {
  await pressStep(device, door, 'Toimitus ei onnistunut')
  const dialog = device.page.getByRole('dialog', { name: 'Toimitus ei onnistunut' })
  await dialog.getByRole('radio', { name: 'Vastaanottajaa ei tavoitettu' }).click()
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  const at = await press(dialog.getByRole('button', { name: 'Tallenna' }))
  await expect(dialog).toHaveCount(0)
  return at
}

/** "Ilmoita myöhästymisestä", by half an hour. */
export async function reportDelay(device: DriverDevice, door: string): Promise<number> {
  await pressStep(device, door, 'Ilmoita myöhästymisestä')
  const dialog = device.page.getByRole('dialog', { name: 'Ilmoita myöhästymisestä' })
  await dialog.getByRole('radio', { name: '30 min' }).click()
  const at = await press(dialog.getByRole('button', { name: 'Ilmoita', exact: true }))
  await expect(dialog).toHaveCount(0, { timeout: 15_000 })
  return at
}

export async function takePhoto(device: DriverDevice, place: string): Promise<void> {
  const card = await cardOf(device, place)
  const camera = card.getByRole('button', { name: 'Ota kuva' }).first()
  if (!(await camera.isVisible()))
    await card
      .getByRole('button', { name: /^Muut, / })
      .first()
      .click()
  await expect(camera).toBeVisible()
  await device.before()
  await card.locator('input[type=file]').first().setInputFiles(photo)
  await expect(device.page.getByText(/^Kuva tallennettu/).first()).toBeVisible()
}

/** One piece fewer than was ordered is picked up. */
export async function countOneLess(device: DriverDevice, place: string): Promise<void> {
  const card = await cardOf(device, place)
  const open = card.getByRole('button', { name: /^Eri määrä/ })
  if (!(await open.isVisible())) await card.getByRole('button', { name: /^Muut, / }).click()
  await open.click()
  await card.getByRole('button', { name: 'Yksi vähemmän' }).click()
}

/** Takes the goods to a terminal and fetches them from there. Returns the moment of the last step. */
export async function goThroughTerminal(device: DriverDevice, door: string): Promise<number> {
  await pressStep(device, door, 'Siirrä terminaaliin')
  await pressStep(device, door, 'Aloita siirto')
  await pressStep(device, door, 'Jätä terminaaliin')
  const dialog = device.page.getByRole('dialog', { name: 'Missä terminaalissa?' })
  const terminal = dialog.getByRole('radio').first()
  const save = dialog.getByRole('button', { name: 'Tallenna' })
  await expect(save).toBeVisible()
  if (await terminal.isVisible()) await terminal.click()
  await press(save)
  await expect(dialog).toHaveCount(0)
  return pressStep(device, door, 'Noudettu terminaalista')
}

/** A fault of the car, from the list of cars, and back to the day. */
export async function reportFault({ page, before }: DriverDevice, { car, text }: { car: string; text: string }): Promise<void> {
  const goTo = (tab: string) => page.getByRole('navigation').getByRole('link', { name: tab }).click()
  await goTo('Autot')
  await page.getByRole('button', { name: 'Ilmoita vika' }).click()
  const dialog = page.getByRole('dialog', { name: /^Ilmoita vika/ })
  await dialog.getByRole('combobox', { name: 'Auto' }).fill(car)
  await page.getByRole('option', { name: car }).click()
  await dialog.getByRole('textbox', { name: 'Mikä on vialla?' }).fill(text)
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await expect(dialog.getByRole('img', { name: 'Kuva 1' })).toBeVisible()
  await before()
  await press(dialog.getByRole('button', { name: 'Ilmoita', exact: true }))
  await expect(dialog).toHaveCount(0, { timeout: 15_000 })
  await goTo('Päivä')
}
