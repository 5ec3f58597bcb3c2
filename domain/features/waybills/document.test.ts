import { describe, expect, it } from 'vitest'
import { composeWaybills, postalLine, sizeOf, type WaybillInput, type WaybillShipment } from './document.ts'

const nobody = {
  ...{ nouto_nimi: null, nouto_osoite1: null, nouto_osoite2: null, nouto_postinro: null, nouto_postitmp: null, nouto_maa: null },
  ...{ nouto_yhteyshenkilo_etunimi: null, nouto_yhteyshenkilo_sukunimi: null, nouto_yhteyshenkilo_puhelin: null },
  ...{ toimitus_nimi: null, toimitus_osoite1: null, toimitus_osoite2: null, toimitus_postinro: null, toimitus_postitmp: null },
  ...{
    toimitus_maa: null,
    toimitus_yhteyshenkilo_etunimi: null,
    toimitus_yhteyshenkilo_sukunimi: null,
    toimitus_yhteyshenkilo_puhelin: null,
  },
}

function shipment(changes: Partial<WaybillShipment> = {}): WaybillShipment {
  return {
    ...nobody,
    ...{ rahtikirjanro: '000000000013', name: null, tila: 'odottaa_noutoa', viite: 'A-1', viesti: 'Varo koiraa.', kuvaus: null },
    ...{ maara: 3, pituus: 1200, leveys: 800, korkeus: 1000, yksikkopaino: 0.335, paino: null, varauma: null },
    ...{ toivottu_toimitus: 0, noudettu: null, tuote: { name: 'Leipä', tyyppi: 'paketti' }, kuljettaja: 'Matti', rekisterinumero: 'ABC-1' },
    ...{
      paastot: null,
      kuittaus: null,
      nouto_nimi: 'Lähde Oy',
      toimitus_nimi: 'Perillä Oy',
      toimitus_postitmp: 'Tampere',
      toimitus_maa: 'FI',
    },
    ...changes,
  }
}

function order(lahetykset: readonly WaybillShipment[]): WaybillInput {
  return {
    tilaus: { id: 'o-1', tunniste: 'T-1042', rahtikirjanro: '000000123453', laskutus_nimi: ' Maksaja Oy ' },
    lahetykset,
    carrier: { nimi: 'Kuljetus Oy', osoite: 'Tie 1', y_tunnus: '1234567-1', puhelin: '', logo: '' },
    place: 'Pirkkala',
    date: 1_795_251_200,
    publicUrl: 'https://kuorma.example.fi/',
  }
}

describe('waybills of an order', () => {
  it('are one for each shipment, or one summary', () => {
    const input = order([shipment(), shipment({ rahtikirjanro: '000000000026' })])
    const apart = composeWaybills(input, { multipage: true })
    expect(apart.map((document) => [document.numero, document.shipment?.number, document.rows.length])).toEqual([
      ['000000000013', 1, 1],
      ['000000000026', 2, 1],
    ])
    const [summary, ...more] = composeWaybills(input, { multipage: false })
    expect(more).toEqual([])
    expect(summary).toMatchObject({ numero: '000000123453', payer: 'Maksaja Oy', references: ['A-1'], remarks: 'Varo koiraa.' })
    expect(summary).toMatchObject({
      driver: 'Matti',
      plate: 'ABC-1',
      wishedDelivery: null,
      qrTarget: 'https://kuorma.example.fi/kuittaa/o-1',
    })
    expect(summary?.shipment).toBeUndefined()
  })

  it('leave cancelled shipments out', () => {
    const input = order([shipment({ tila: 'peruutettu' }), shipment()])
    expect(composeWaybills(input, { multipage: false })[0]?.rows).toHaveLength(1)
    expect(composeWaybills(input, { multipage: true })).toHaveLength(1)
    for (const multipage of [true, false]) expect(composeWaybills(order([shipment({ tila: 'peruutettu' })]), { multipage })).toEqual([])
  })

  it('have the sums of their rows, and no sum when a part is unknown', () => {
    const [known] = composeWaybills(order([shipment(), shipment({ yksikkopaino: null, paino: 2.5 })]), { multipage: false })
    expect(known?.rows.map((row) => row.grossWeight)).toEqual([1.01, 2.5])
    expect(known?.totals).toEqual({ packages: 6, grossWeight: 3.51, volume: 5.76 })
    const [open] = composeWaybills(order([shipment(), shipment({ yksikkopaino: null, korkeus: 0 })]), { multipage: false })
    expect(open?.totals).toEqual({ packages: 6, grossWeight: null, volume: null })
  })

  it('name the packing and the reservation', () => {
    const [document] = composeWaybills(order([shipment({ varauma: 'lava', kuvaus: 'Hauras' })]), { multipage: true })
    expect(document?.rows[0]).toMatchObject({ kind: 'Paketti\nLavapaikka', contents: 'Leipä\nHauras' })
  })

  it('name the consignee on each row when a summary has several', () => {
    const [document] = composeWaybills(order([shipment(), shipment({ toimitus_nimi: 'Toinen Oy' })]), { multipage: false })
    expect(document?.sender.nimi).toBe('Lähde Oy')
    expect(document?.consignee.nimi).toBe('Useita vastaanottajia, ks. tavarat')
    expect(document?.rows.map((row) => row.contents)).toEqual([
      'Leipä\nToimitus: Perillä Oy, Tampere',
      'Leipä\nToimitus: Toinen Oy, Tampere',
    ])
  })

  it('name the sender on each row when a summary has several', () => {
    const place = { nouto_osoite1: ' Tie 1 ', nouto_osoite2: 'B-ovi', nouto_postinro: '33100', nouto_postitmp: 'Tampere', nouto_maa: 'FI' }
    const [document] = composeWaybills(order([shipment(place), shipment({ nouto_nimi: 'Toinen Oy' })]), { multipage: false })
    expect(document).toMatchObject({
      sender: {
        nimi: 'Useita lähettäjiä, ks. tavarat',
        osoite1: '',
        osoite2: '',
        postinro: '',
        postitmp: '',
        maa: '',
        yhteyshenkilo: '',
        puhelin: '',
      },
      consignee: { nimi: 'Perillä Oy' },
      takingOver: { place: 'Useita, ks. tavarat' },
      destination: 'Tampere',
    })
    expect(document?.rows.map(({ contents }) => contents)).toEqual([
      'Leipä\nNouto: Lähde Oy, Tie 1, B-ovi, 33100 Tampere',
      'Leipä\nNouto: Toinen Oy',
    ])
    expect(composeWaybills(order([shipment(), shipment({ toimitus_nimi: 'Toinen Oy' })]), { multipage: false })[0]?.destination).toBe(
      'Useita, ks. tavarat',
    )
  })

  it('have the places and people of both ends, and the days of the goods', () => {
    const contact = { nouto_yhteyshenkilo_etunimi: ' Liisa', nouto_yhteyshenkilo_sukunimi: 'Lähde ', nouto_yhteyshenkilo_puhelin: '+35840' }
    const place = { nouto_osoite1: 'Tie 1', nouto_osoite2: 'B-ovi', nouto_postinro: '33100', nouto_postitmp: 'Tampere', nouto_maa: 'FI' }
    const days = { noudettu: 300, toivottu_toimitus: 500 }
    const [document] = composeWaybills(order([shipment({ ...contact, ...place, ...days })]), { multipage: true })
    expect(document?.shipment).toBeUndefined()
    expect(document?.sender).toEqual({
      ...{ nimi: 'Lähde Oy', osoite1: 'Tie 1', osoite2: 'B-ovi', postinro: '33100', postitmp: 'Tampere', maa: 'FI' },
      ...{ yhteyshenkilo: 'Liisa Lähde', puhelin: '+35840' },
    })
    expect(document).toMatchObject({ takingOver: { place: 'Tie 1, B-ovi, 33100 Tampere', day: 300 }, wishedDelivery: 500 })
    const [summary] = composeWaybills(
      order([shipment({ noudettu: null, toivottu_toimitus: 700 }), shipment({ noudettu: 0, toivottu_toimitus: 500 }), shipment(days)]),
      { multipage: false },
    )
    expect([summary?.takingOver.day, summary?.wishedDelivery]).toEqual([300, 500])
    expect(composeWaybills(order([shipment()]), { multipage: true })[0]?.takingOver.day).toBeNull()
  })

  it('list each driver, plate, reference and remark once', () => {
    const other = { kuljettaja: ' Liisa ', rekisterinumero: 'ABC-2', viite: null, viesti: 'Soita ensin.' }
    const none = { kuljettaja: null, rekisterinumero: '', viite: ' ', viesti: null }
    const [summary] = composeWaybills(order([shipment(), shipment(other), shipment(none), shipment()]), { multipage: false })
    expect(summary).toMatchObject({
      ...{ driver: 'Matti, Liisa', plate: 'ABC-1, ABC-2', references: ['A-1'], remarks: 'Varo koiraa.\nSoita ensin.' },
    })
  })

  it('name goods without a product by the shipment, and no packing that nobody chose', () => {
    const [document] = composeWaybills(order([shipment({ tuote: null, name: 'Laatikko', kuvaus: 'Laatikko' })]), { multipage: true })
    expect(document?.rows[0]).toMatchObject({ kind: '', contents: 'Laatikko' })
    const [nameless] = composeWaybills(order([shipment({ tuote: { name: null, tyyppi: null }, kuvaus: 'Puuta' })]), { multipage: true })
    expect(nameless?.rows[0]).toMatchObject({ kind: '', contents: 'Puuta' })
  })

  it('have a size when every side is known', () => {
    const size = { pituus: 1200, leveys: 800, korkeus: 1000 }
    expect(sizeOf(shipment(size))).toEqual(size)
    for (const side of ['pituus', 'leveys', 'korkeus'])
      for (const unknown of [0, null]) expect(sizeOf(shipment({ ...size, [side]: unknown })), side).toBeNull()
  })

  it('lead to the acknowledgement, however the address of the server ends', () => {
    const [document] = composeWaybills({ ...order([shipment()]), publicUrl: 'https://kuorma.example.fi//' }, { multipage: true })
    expect(document?.qrTarget).toBe('https://kuorma.example.fi/kuittaa/o-1')
  })

  it('are acknowledged when every shipment is; the picture is shown only if it is the same for all', () => {
    const kuva = new Uint8Array([1])
    const liisa = { nimenselvennys: 'Liisa', aika: 100, kuva }
    const summaryOf = (...shipments: WaybillShipment[]) => composeWaybills(order(shipments), { multipage: false })[0]?.acknowledgement
    expect(summaryOf(shipment({ kuittaus: liisa }), shipment({ kuittaus: liisa }))).toEqual({ name: 'Liisa', when: 100, signature: kuva })
    expect(summaryOf(shipment({ kuittaus: liisa }), shipment())).toBeUndefined()
    // The same person twice is two signatures.
    const later = { ...liisa, aika: 150 }
    expect(summaryOf(shipment({ kuittaus: liisa }), shipment({ kuittaus: later }))).toEqual({ name: 'Liisa', when: 150, signature: null })
    const with100 = { ...liisa, nimenselvennys: 'Olli' }
    expect(summaryOf(shipment({ kuittaus: liisa }), shipment({ kuittaus: with100 }))?.signature).toBeNull()
    const olli = { nimenselvennys: 'Olli', aika: 200, kuva }
    expect(summaryOf(shipment({ kuittaus: liisa }), shipment({ kuittaus: olli }))).toEqual({
      name: 'Liisa, Olli',
      when: 200,
      signature: null,
    })
  })

  it('show the country only when it is not Finland', () => {
    const [document] = composeWaybills(
      order([shipment({ toimitus_postinro: '11415', toimitus_postitmp: 'Tallinn', toimitus_maa: 'EE' })]),
      {
        multipage: true,
      },
    )
    expect(document && postalLine(document.consignee)).toBe('11415 Tallinn, EE')
    expect(document?.destination).toBe('11415 Tallinn, EE')
  })
})
