import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { composeWaybills, type WaybillDocument } from '#domain/waybill/document.ts'
import { sheet } from './page-plan.ts'
import { readPdfText } from './read-pdf-text.ts'
import { renderWaybill } from './render-waybill.ts'
import { noon, sampleOrder, sampleShipment, sampleSignature } from './sample-order.ts'

const created = new Date(noon * 1000)
const summary = { multipage: false }
const apart = { multipage: true }

async function textOf(documents: readonly WaybillDocument[]): Promise<string[]> {
  const pages = readPdfText(await renderWaybill(documents, { created }))
  for (const { x, y } of pages.flat()) {
    expect(x).toBeGreaterThanOrEqual(sheet.left)
    expect(x).toBeLessThan(sheet.right)
    expect(y).toBeGreaterThan(sheet.top)
    expect(y).toBeLessThan(sheet.bottom + 20)
  }
  return pages.map((runs) => runs.map((run) => run.text).join('\n'))
}

function imagesIn(pdf: Buffer): number {
  return pdf.toString('latin1').split('/Subtype /Image').length - 1
}

describe('waybill PDF', () => {
  it('prints every particular that the law asks', async () => {
    const [page = '', ...more] = await textOf(composeWaybills(sampleOrder([sampleShipment()]), apart))
    expect(more).toEqual([])
    for (const text of [
      ...['Rahtikirja', 'Nro 0000 0001 0016', '21.11.2026, Pirkkala', 'Tilaus T-1042', 'Sivu 1/1'],
      ...['Lähettäjä', 'Åbo Bröd & Öljy Oy', 'Teollisuuskatu 12', 'Ovi 4', '20520 Turku', 'Åsa Öhman, 040 123 4567'],
      ...['Vastaanottaja', 'Kahvila Höyry 50 €', 'Hämeenkatu 5', '33100 Tampere', '+358 50 555 1234'],
      ...['Rahdinkuljettaja', 'Kuljetus Oy', 'Rahtitie 3, 33960 Pirkkala', 'Y-tunnus 1234567-1', 'Puh. 03 123 4567'],
      ...['Noutopaikka ja -päivä', 'Teollisuuskatu 12, Ovi 4, 20520 Turku', 'Noudettu ____', 'Määräpaikka', 'Toivottu toimitus 22.11.2026'],
      ...['PO-4410', 'Rahdin maksaja: Bröd Oy', 'Matti Meikäläinen', 'ABC-123', 'Rullakko\nLavapaikka', 'Leipomotuotteet'],
      ...['120 × 80 × 185,5', '546,75', '5,342', 'Yhteensä', 'Soita ennen purkua.', 'Nimenselvennys'],
    ]) {
      expect(page).toContain(text)
    }
  })

  it('gives the same bytes for the same input, signatures included', async () => {
    const shipments = Array.from({ length: 12 }, (_, index) =>
      sampleShipment({ kuittaus: { nimenselvennys: 'Liisa', aika: noon, kuva: sampleSignature(20 + index) } }),
    )
    const documents = composeWaybills(sampleOrder(shipments), apart)
    const [one, other] = await Promise.all([renderWaybill(documents, { created }), renderWaybill(documents, { created })])
    expect(one.equals(other)).toBe(true)
    expect(imagesIn(one)).toBe(12)
    expect(one.toString('latin1')).toContain('(D:20261121100000Z)')
    expect(one.toString('latin1')).toContain('/Lang (fi)')
  })

  it('shows who received and when, and embeds a shared signature once', async () => {
    const kuittaus = { nimenselvennys: 'Liisa Höyry', aika: noon, kuva: sampleSignature() }
    const documents = composeWaybills(sampleOrder([sampleShipment({ kuittaus }), sampleShipment({ kuittaus })]), apart)
    const pages = await textOf(documents)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain('Liisa Höyry\nNimenselvennys\n21.11.2026 klo 12.00\nAika')
    expect(pages[1]).toContain('Tilaus T-1042, lähetys 2/2')
    expect(imagesIn(await renderWaybill(documents, { created }))).toBe(1)
  })

  it('prints on when a signature file is broken, empty or claims to be huge', async () => {
    const whole = sampleSignature()
    const cut = whole.slice(0, whole.length / 2)
    const garbled = whole.map((byte, index) => (index > 60 && index < 90 ? byte ^ 255 : byte))
    const huge = Buffer.from(whole)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const blank = new PNG({ width: 10, height: 10 })
    blank.data.fill(0)
    for (const kuva of [cut, garbled, new Uint8Array(huge), new Uint8Array(), new Uint8Array(PNG.sync.write(blank))]) {
      const kuittaus = { nimenselvennys: 'Liisa', aika: noon, kuva }
      const [page = ''] = await textOf(composeWaybills(sampleOrder([sampleShipment({ kuittaus })]), apart))
      expect(page.replaceAll('\u00a0', ' '), `${kuva.length}`).toContain('Allekirjoituskuvaa ei voitu näyttää')
    }
  })

  it('carries 40 rows over pages, each row once, signatures beside goods at the end', async () => {
    const shipments = Array.from({ length: 40 }, (_, index) => sampleShipment({ viite: `VIITE-${100 + index}`, viesti: null }))
    const pages = await textOf(composeWaybills(sampleOrder(shipments), summary))
    expect(pages.length).toBeGreaterThan(2)
    // The first page's reference box names some of them too.
    for (let index = 0; index < 40; index++) {
      expect(pages.flatMap((page) => page.split('\n')).filter((text) => text === `VIITE-${100 + index}`)).toHaveLength(1)
    }
    for (const [index, page] of pages.entries()) expect(page).toContain(`Sivu ${index + 1}/${pages.length}`)
    expect(pages.filter((page) => page.includes('Nimenselvennys'))).toEqual([pages.at(-1)])
    expect(pages.at(-1)).toContain('VIITE-139')
    expect(pages.at(-1)).toContain('Yhteensä\n120\n21\u00a0870,00')
  })

  it('loses no word of long texts', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `sana${index}`)
    const shipment = sampleShipment({ viesti: words.join(' '), kuvaus: `alku ${words.join(' ')} ${'x'.repeat(500)}` })
    const pages = await textOf(composeWaybills(sampleOrder([shipment]), apart))
    const printed = pages.join('\n').split(/\s/)
    for (const word of words) expect(printed.filter((text) => text === word)).toHaveLength(2)
    expect(pages.join('').match(/x/g)).toHaveLength(500)
  })

  it('leaves open what is not known', async () => {
    const shipment = sampleShipment({
      maara: null,
      pituus: null,
      yksikkopaino: null,
      varauma: null,
      tuote: null,
      kuljettaja: null,
      viesti: null,
    })
    const [page = ''] = await textOf(composeWaybills(sampleOrder([shipment]), apart))
    expect(page).not.toMatch(/null|undefined|NaN|Huomautukset/)
    expect(page).toContain('Yhteensä\n')
  })

  it('makes 500 waybills well within ten seconds, tells how far it is, and stops when asked', async () => {
    const shipments = Array.from({ length: 500 }, () => sampleShipment())
    const documents = composeWaybills(sampleOrder(shipments), apart)
    let told = 0
    const start = performance.now()
    const pdf = await renderWaybill(documents, { created, onProgress: (done) => (told = done) })
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(told).toBe(500)
    expect(pdf.toString('latin1').split('/Type /Page\n')).toHaveLength(501)
    // Two fonts for the whole file, not two a page.
    expect(pdf.toString('latin1').split('/FontFile2').length - 1).toBeLessThanOrEqual(2)

    const stop = new AbortController()
    const stopped = renderWaybill(documents, { created, signal: stop.signal, onProgress: (done) => done === 3 && stop.abort() })
    await expect(stopped).rejects.toThrow(/abort/i)
  }, 30_000)
})
