import { fieldRows } from '../../model/import/import-column.ts'
import { addDays, atTime, startOfDay } from '../../values/time/time.ts'
import { columnNames, importColumns } from './order-columns.ts'
import { cellsOf } from './order-rows.ts'

const pickup = {
  nouto_nimi: 'Pirkan Putki Oy',
  nouto_osoite1: 'Hatanpään valtatie 12',
  nouto_osoite2: 'Ovi 3',
  nouto_postinro: '33100',
  nouto_postitmp: 'Tampere',
  nouto_maa: 'FI',
  nouto_yhteyshenkilo_etunimi: 'Aino',
  nouto_yhteyshenkilo_sukunimi: 'Mäkelä',
  nouto_yhteyshenkilo_puhelin: '+358401234567',
  nouto_yhteyshenkilo_email: 'aino@esimerkki.fi',
} as const
const toHelsinki = {
  toimitus_nimi: 'Kallion Konepaja Oy',
  toimitus_osoite1: 'Sörnäistenkatu 5',
  toimitus_postinro: '00580',
  toimitus_postitmp: 'Helsinki',
  toimitus_maa: 'FI',
  toimitus_yhteyshenkilo_etunimi: 'Eero',
  toimitus_yhteyshenkilo_sukunimi: 'Niemi',
  toimitus_yhteyshenkilo_puhelin: '+358407654321',
  toimitus_yhteyshenkilo_email: 'eero@esimerkki.fi',
} as const
const toTurku = {
  toimitus_nimi: 'Turun Tarvike Oy',
  toimitus_osoite1: 'Satamakatu 21',
  toimitus_postinro: '20100',
  toimitus_postitmp: 'Turku',
  toimitus_maa: 'FI',
} as const

/** The example template: two rows of one order and one of another, for the day after tomorrow. */
export function exampleTemplate(now: number): string[][] {
  const toivottu_toimitus = addDays(startOfDay(now), 2)
  const times = {
    nouto_aika_loppu: atTime(toivottu_toimitus, 10),
    toimitus_aika_alku: atTime(toivottu_toimitus, 12),
    toimitus_aika_loppu: atTime(toivottu_toimitus, 16),
  }
  const first = { ...pickup, ...toHelsinki, toivottu_toimitus, ...times, viite: 'PO-10442', viesti: 'Soita ennen toimitusta.' }
  return [
    [...columnNames],
    cellsOf(
      { ...first, tyyppi: 'rullakko', maara: 2, pituus: 800, leveys: 600, korkeus: 1600, yksikkopaino: 120.5, kuvaus: 'Putkiosia' },
      { order: '1' },
    ),
    cellsOf(
      { ...first, tyyppi: 'paketti', maara: 4, pituus: 400, leveys: 300, korkeus: 250, yksikkopaino: 8, kuvaus: 'Tiivisteitä' },
      { order: '1' },
    ),
    cellsOf({
      ...pickup,
      ...toTurku,
      toivottu_toimitus,
      viite: 'PO-10443',
      tyyppi: 'muu',
      maara: 1,
      pituus: 1200,
      leveys: 800,
      korkeus: 1000,
      yksikkopaino: 240,
      kuvaus: 'Pumppu lavalla',
      varauma: 'lava',
    }),
  ]
}

/** The template that describes the columns. */
export function fieldTemplate(now: number): string[][] {
  const [, ...examples] = exampleTemplate(now)
  return fieldRows(importColumns, ({ name }) => name, examples)
}
