import type { Row } from '#domain/model/registry.ts'
import type { History, Moment } from './history.ts'

type Size = Pick<Row<'tuote'>, 'name' | 'tyyppi' | 'pituus' | 'leveys' | 'korkeus' | 'paino' | 'kuvaus'>
export type DemoProduct = Size & { id: string; lukitse_paino: boolean }

/** Sizes in millimetres, weight in kilograms. */
const size = (
  ...[name, tyyppi, pituus, leveys, korkeus, paino, kuvaus]: [string, Size['tyyppi'], number, number, number, number, string]
): Size => ({ name, tyyppi, pituus, leveys, korkeus, paino, kuvaus })

const general = [
  size('EUR-lava', 'muu', 1200, 800, 1500, 350, 'Kuormattu EUR-lava'),
  size('FIN-lava', 'muu', 1200, 1000, 1500, 450, 'Kuormattu FIN-lava'),
  size('Puolilava', 'muu', 800, 600, 1200, 120, 'Puolikas EUR-lava'),
  size('Rullakko', 'rullakko', 800, 700, 1700, 180, 'Teräsrullakko'),
  size('Kylmärullakko', 'rullakko', 800, 700, 1750, 240, 'Eristetty rullakko, +2…+6 °C'),
  size('Paketti S', 'paketti', 300, 200, 150, 3, 'Pieni paketti'),
  size('Paketti M', 'paketti', 400, 300, 250, 8, 'Keskikokoinen paketti'),
  size('Paketti L', 'paketti', 600, 400, 400, 18, 'Suuri paketti'),
  size('Muovilaatikko', 'paketti', 600, 400, 320, 15, 'Pinottava kuljetuslaatikko'),
  size('Putkinippu', 'muu', 6000, 300, 300, 280, 'Enintään 7,5 m'),
  size('Säkki', 'muu', 900, 900, 1100, 800, 'Suursäkki'),
  size('Laitehäkki', 'muu', 1200, 800, 970, 220, 'Verkkohäkki kannella'),
]
const own = [
  size('Ovipaketti', 'muu', 2150, 1000, 900, 260, 'Pystyssä, sidottava'),
  size('Pöytälevy', 'muu', 2400, 900, 120, 46, 'Ei saa kallistaa'),
  size('Leipärullakko', 'rullakko', 800, 600, 1650, 95, 'Tyhjät palautetaan'),
  size('Näytelaukku', 'paketti', 450, 350, 300, 9.5, 'Lämpötilaseuranta mukana'),
  size('Moottori', 'muu', 900, 600, 700, 165, 'Kiinnitetty alustaan'),
  size('Ikkunapukki', 'muu', 2800, 900, 2100, 540, 'Nosto vain nosturilla'),
  size('Taimirullakko', 'rullakko', 1350, 565, 1900, 150, 'Ei pakkaseen'),
  size('Keittiösetti', 'muu', 2300, 800, 1100, 310, 'Päällekkäin kielletty'),
]

function addProduct(history: History, values: Size & Partial<Row<'tuote'>>, moment: Moment): DemoProduct {
  return { ...values, lukitse_paino: values.lukitse_paino ?? false, id: history.add('tuote', values, moment) }
}

/** Everybody's products. */
export const addGeneralProducts = (history: History, moment: Moment): DemoProduct[] =>
  general.map((values) => addProduct(history, values, moment))

/** A customer's own: what they make is always of one size, so those are locked. */
export function addOwnProducts(history: History, { asiakas, index }: { asiakas: string; index: number }, moment: Moment): DemoProduct[] {
  const chosen = Array.from({ length: 1 + (index % 3) }, (_, nth) => own[(index * 3 + nth) % own.length])
  return chosen.flatMap((values, nth) => {
    const locks = { lukitse_pituus: true, lukitse_leveys: true, lukitse_korkeus: nth !== 1, lukitse_paino: nth === 0 }
    return values ? [addProduct(history, { ...values, ...locks, asiakas }, moment)] : []
  })
}
