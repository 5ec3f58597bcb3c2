import { PNG } from 'pngjs'
import type { WaybillInput, WaybillShipment } from '#domain/features/waybills/document.ts'
import { waybillNumber } from '#domain/features/waybills/number.ts'

export const noon = Date.UTC(2026, 10, 21, 10) / 1000

export function sampleShipment(changes: Partial<WaybillShipment> = {}): WaybillShipment {
  return {
    rahtikirjanro: waybillNumber(1001),
    name: null,
    tila: 'odottaa_noutoa',
    viite: 'PO-4410',
    viesti: 'Soita ennen purkua.',
    kuvaus: 'Suojattava sateelta',
    maara: 3,
    pituus: 1200,
    leveys: 800,
    korkeus: 1855,
    yksikkopaino: 182.25,
    paino: null,
    varauma: 'lava',
    toivottu_toimitus: noon + 86_400,
    noudettu: null,
    tuote: { name: 'Leipomotuotteet', tyyppi: 'rullakko' },
    kuljettaja: 'Matti Meikäläinen',
    rekisterinumero: 'ABC-123',
    kuittaus: null,
    paastot: null,
    nouto_nimi: 'Åbo Bröd & Öljy Oy',
    nouto_osoite1: 'Teollisuuskatu 12',
    nouto_osoite2: 'Ovi 4',
    nouto_postinro: '20520',
    nouto_postitmp: 'Turku',
    nouto_maa: 'FI',
    nouto_yhteyshenkilo_etunimi: 'Åsa',
    nouto_yhteyshenkilo_sukunimi: 'Öhman',
    nouto_yhteyshenkilo_puhelin: '040 123 4567',
    toimitus_nimi: 'Kahvila Höyry 50 €',
    toimitus_osoite1: 'Hämeenkatu 5',
    toimitus_osoite2: null,
    toimitus_postinro: '33100',
    toimitus_postitmp: 'Tampere',
    toimitus_maa: 'FI',
    toimitus_yhteyshenkilo_etunimi: 'Liisa',
    toimitus_yhteyshenkilo_sukunimi: 'Žukova',
    toimitus_yhteyshenkilo_puhelin: '+358 50 555 1234',
    ...changes,
  }
}

export function sampleOrder(lahetykset: readonly WaybillShipment[]): WaybillInput {
  return {
    tilaus: { id: 'order-1', tunniste: 'T-1042', rahtikirjanro: waybillNumber(1042), laskutus_nimi: 'Bröd Oy' },
    lahetykset,
    carrier: { nimi: 'Kuljetus Oy', osoite: 'Rahtitie 3, 33960 Pirkkala', y_tunnus: '1234567-1', puhelin: '03 123 4567', logo: '' },
    place: 'Pirkkala',
    date: noon,
    publicUrl: 'https://kuorma.example.fi/',
  }
}

/** A transparent PNG with one stroke, as a signature pad makes it. */
export function sampleSignature(swing = 30): Uint8Array {
  const canvas = new PNG({ width: 300, height: 120 })
  canvas.data.fill(0)
  for (let x = 50; x < 250; x++) {
    const y = Math.round(60 + swing * Math.sin(x / 12))
    for (let thick = 0; thick < 3; thick++) canvas.data.set([20, 30, 90, 255], ((y + thick) * canvas.width + x) * 4)
  }
  return new Uint8Array(PNG.sync.write(canvas))
}
