import type { Row } from '#domain/model/registry.ts'
import type { History, Moment } from './history.ts'

export type DemoProduct = ReturnType<typeof addProduct>

/** Sizes in millimetres, weight in kilograms. */
type Size = readonly [name: string, Row<'tuote'>['tyyppi'], pituus: number, leveys: number, korkeus: number, paino: number, kuvaus: string]

const general: readonly Size[] = [
  ['EUR-lava', 'muu', 1200, 800, 1500, 350, 'Kuormattu EUR-lava'],
  ['FIN-lava', 'muu', 1200, 1000, 1500, 450, 'Kuormattu FIN-lava'],
  ['Puolilava', 'muu', 800, 600, 1200, 120, 'Puolikas EUR-lava'],
  ['Rullakko', 'rullakko', 800, 700, 1700, 180, 'Teräsrullakko'],
  ['Kylmärullakko', 'rullakko', 800, 700, 1750, 240, 'Eristetty rullakko, +2…+6 °C'],
  ['Paketti S', 'paketti', 300, 200, 150, 3, 'Pieni paketti'],
  ['Paketti M', 'paketti', 400, 300, 250, 8, 'Keskikokoinen paketti'],
  ['Paketti L', 'paketti', 600, 400, 400, 18, 'Suuri paketti'],
  ['Muovilaatikko', 'paketti', 600, 400, 320, 15, 'Pinottava kuljetuslaatikko'],
  ['Putkinippu', 'muu', 6000, 300, 300, 280, 'Enintään 7,5 m'],
  ['Säkki', 'muu', 900, 900, 1100, 800, 'Suursäkki'],
  ['Laitehäkki', 'muu', 1200, 800, 970, 220, 'Verkkohäkki kannella'],
]
const own: readonly Size[] = [
  ['Ovipaketti', 'muu', 2150, 1000, 900, 260, 'Pystyssä, sidottava'],
  ['Pöytälevy', 'muu', 2400, 900, 120, 46, 'Ei saa kallistaa'],
  ['Leipärullakko', 'rullakko', 800, 600, 1650, 95, 'Tyhjät palautetaan'],
  ['Näytelaukku', 'paketti', 450, 350, 300, 9.5, 'Lämpötilaseuranta mukana'],
  ['Moottori', 'muu', 900, 600, 700, 165, 'Kiinnitetty alustaan'],
  ['Ikkunapukki', 'muu', 2800, 900, 2100, 540, 'Nosto vain nosturilla'],
  ['Taimirullakko', 'rullakko', 1350, 565, 1900, 150, 'Ei pakkaseen'],
  ['Keittiösetti', 'muu', 2300, 800, 1100, 310, 'Päällekkäin kielletty'],
]

function addProduct(history: History, size: Size, { moment, ...more }: Partial<Row<'tuote'>> & { moment: Moment }) {
  const [name, tyyppi, pituus, leveys, korkeus, paino, kuvaus] = size
  const values = { name, tyyppi, pituus, leveys, korkeus, paino, kuvaus }
  return { ...values, lukitse_paino: more.lukitse_paino ?? false, id: history.add('tuote', { ...values, ...more }, moment) }
}

/** Products of all customers. */
export const addGeneralProducts = (history: History, moment: Moment): DemoProduct[] =>
  general.map((size) => addProduct(history, size, { moment }))

/** A customer's own products: each has one size, which is locked. */
export function addOwnProducts(history: History, { asiakas, index }: { asiakas: string; index: number }, moment: Moment): DemoProduct[] {
  const chosen = [...own, ...own].slice((index * 3) % own.length).slice(0, 1 + (index % 3))
  return chosen.map((size, nth) => {
    const locks = { lukitse_pituus: true, lukitse_leveys: true, lukitse_korkeus: nth !== 1, lukitse_paino: nth === 0 }
    return addProduct(history, size, { ...locks, asiakas, moment })
  })
}
