import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterAll, describe, expect, it } from 'vitest'
import { finvoiceFault, writeFinvoice } from '#domain/features/invoicing/finvoice/write-finvoice.ts'
import type { InvoiceLine, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { sampleInvoice, sampleLine, sumsOf } from '#domain/testing/sample-invoice.ts'
import { midnightOf } from '#domain/values/time/time.ts'

const schema = XmlDocument.fromBuffer(readFileSync(new URL('../../../testing/invoicing/finvoice.xsd', import.meta.url)))
const validator = XsdValidator.fromDoc(schema)
afterAll(() => {
  validator.dispose()
  schema.dispose()
})

type Read = { all: (path: string) => string[]; one: (path: string) => string | undefined }
/** Validates the bytes of a file, and returns what is in it. */
function read(invoice: OutgoingInvoice): Read {
  const document = XmlDocument.fromBuffer(Buffer.from(writeFinvoice(invoice), 'utf8'))
  try {
    validator.validate(document)
    const found = new Map<string, string[]>()
    const all = (path: string): string[] => found.get(path) ?? []
    for (const node of document.find('//*[not(*)]')) {
      const names: string[] = []
      for (let at: typeof node | null = node; at && 'name' in at; at = at.parent) names.unshift(String(at.name))
      const path = names.slice(1).join('/')
      found.set(path, [...all(path), node.content])
    }
    return { all, one: (path) => all(path)[0] }
  } finally {
    document.dispose()
  }
}

const cents = (text = ''): number => {
  expect(text).toMatch(/^-?\d+,\d\d$/)
  return Number(text.replace(',', ''))
}

/** Adds the amounts of a file again. */
function expectSums({ all, one }: Read, rows: readonly InvoiceLine[]): void {
  const total = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + cents(text), 0)
  const net = cents(one('InvoiceDetails/InvoiceTotalVatExcludedAmount'))
  const vat = cents(one('InvoiceDetails/InvoiceTotalVatAmount'))
  expect(total(all('InvoiceRow/RowVatExcludedAmount'))).toBe(net)
  expect(cents(one('InvoiceDetails/RowsTotalVatExcludedAmount'))).toBe(net)
  expect(total(all('InvoiceDetails/VatSpecificationDetails/VatBaseAmount'))).toBe(net)
  expect(total(all('InvoiceDetails/VatSpecificationDetails/VatRateAmount'))).toBe(vat)
  expect(cents(one('InvoiceDetails/InvoiceTotalVatIncludedAmount'))).toBe(net + vat)
  expect(one('EpiDetails/EpiPaymentInstructionDetails/EpiInstructedAmount')).toBe(one('InvoiceDetails/InvoiceTotalVatIncludedAmount'))
  const decimals = (path: string): number[] => all(path).map((text) => Number(text.replace(',', '.')))
  const quantities = decimals('InvoiceRow/InvoicedQuantity')
  const prices = decimals('InvoiceRow/UnitPriceAmount')
  for (const [index, { netCents }] of rows.entries()) {
    const [quantity = 0, price = 0] = [quantities[index], prices[index]]
    expect(price).toBeGreaterThanOrEqual(0)
    // The price has five decimals.
    expect(Math.abs(quantity * price * 100 - netCents)).toBeLessThanOrEqual(Math.max(0.5, Math.abs(quantity) * 0.000_51))
  }
}

describe('a Finvoice file', () => {
  it('contains what the payer, the operator and the accountant need', () => {
    const file = read(sampleInvoice())
    expectSums(file, [sampleLine])
    for (const [path, text] of [
      ['MessageTransmissionDetails/MessageSenderDetails/FromIdentifier', '003712345671'],
      ['MessageTransmissionDetails/MessageReceiverDetails/ToIntermediator', '003723327487'],
      ['MessageTransmissionDetails/MessageDetails/MessageTimeStamp', '2026-11-22T22:00:00Z'],
      ['SellerPartyDetails/SellerOrganisationTaxCode', 'FI12345671'],
      ['BuyerPartyDetails/BuyerOrganisationName', 'Åbo Bröd & Öljy Oy'],
      ['BuyerPartyDetails/BuyerPostalAddressDetails/BuyerTownName', 'Turku'],
      ['DeliveryDetails/DeliveryDate', '20261120'],
      ['DeliveryDetails/WaybillIdentifier', '000000010016'],
      ['InvoiceDetails/InvoiceTypeCode', 'INV01'],
      ['InvoiceDetails/InvoiceTypeCodeUN', '380'],
      ['InvoiceDetails/InvoiceDate', '20261123'],
      ['InvoiceDetails/BuyerReferenceIdentifier', 'PO-4410'],
      ['InvoiceDetails/InvoiceTotalVatIncludedAmount', '154,93'],
      ['InvoiceDetails/VatSpecificationDetails/VatRatePercent', '25,5'],
      ['InvoiceDetails/VatSpecificationDetails/VatCode', 'S'],
      ['VirtualBankBarcode', '421123456000007850001549300000000000000000100010261207'],
      ['InvoiceRow/RowIdentifier', 'T-1042'],
      ['InvoiceRow/RowDeliveryDetails/RowWaybillIdentifier', '000000010016'],
      ['EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier', '100010'],
      ['EpiDetails/EpiPaymentInstructionDetails/EpiDateOptionDate', '20261207'],
    ] as const)
      expect(file.all(path), path).toEqual([text])
    expect(file.all('BuyerPartyDetails/BuyerPostalAddressDetails/BuyerStreetName')).toEqual(['Teollisuuskatu 12', 'Ovi 4'])
  })

  it('has a share for each rate of VAT, and the period of its deliveries', () => {
    const lines = [
      sampleLine,
      { ...sampleLine, vatPercent: 13.5, netCents: 3333, quantity: 3, deliveredAt: midnightOf('2026-11-02'), waybill: '' },
      { ...sampleLine, vatPercent: 0, netCents: 1, unit: 'km' as const, quantity: 12.5 },
    ]
    const file = read(sampleInvoice({ lines }))
    expectSums(file, lines)
    expect(file.all('InvoiceDetails/VatSpecificationDetails/VatRatePercent')).toEqual(['25,5', '13,5', '0'])
    expect(file.all('InvoiceRow/RowVatCode')).toEqual(['S', 'S', 'Z'])
    expect(file.all('InvoiceRow/InvoicedQuantity')).toEqual(['1', '3', '12,5'])
    expect(file.all('DeliveryDetails/DeliveryPeriodDetails/StartDate')).toEqual(['20261102'])
    expect(file.all('DeliveryDetails/DeliveryPeriodDetails/EndDate')).toEqual(['20261120'])
  })

  it('marks the reverse charge of a foreign buyer', () => {
    const { buyer, ...invoice } = sampleInvoice({ lines: [{ ...sampleLine, vatPercent: 0 }] })
    const file = read({ ...invoice, buyer: { ...buyer, country: 'SE', businessId: 'SE556012579001' } })
    expect(file.all('InvoiceRow/RowVatCode')).toEqual(['AE'])
    expect(file.all('InvoiceDetails/VatSpecificationDetails/VatFreeText')).toEqual(['Käännetty verovelvollisuus'])
    expect(file.all('BuyerPartyDetails/BuyerOrganisationTaxCode')).toEqual(['SE556012579001'])
  })

  it('contains the estimated emissions of each row, and their sum with its method where every row has one', () => {
    const lines = [
      { ...sampleLine, emissionGrams: 12_300 },
      { ...sampleLine, emissionGrams: 4000 },
    ]
    const emissionSources = ['GLEC 3.1']
    const file = read(sampleInvoice({ lines, emissionSources, message: 'Kiitos!' }))
    expect(file.all('InvoiceRow/RowFreeText')).toEqual(['Päästöarvio 12,3 kg CO₂e', 'Päästöarvio 4,0 kg CO₂e'])
    const note = expect.stringMatching(/^Päästöarvio 16,3 kg CO₂e \(ISO 14083: .*; GLEC 3\.1\)\.$/)
    expect(file.all('InvoiceDetails/InvoiceFreeText')).toEqual(['Kiitos!', note])
    const part = read(sampleInvoice({ lines: [...lines, sampleLine], emissionSources }))
    expect(part.all('InvoiceRow/RowFreeText')).toHaveLength(2)
    expect(part.all('InvoiceDetails/InvoiceFreeText')).toEqual([])
  })

  it('credits with negative amounts and quantities, and names the credited invoice', () => {
    const lines = [{ ...sampleLine, netCents: -5001, quantity: 2 }]
    const file = read(sampleInvoice({ kind: 'hyvitys', credits: '10001', number: '10002', lines }))
    expectSums(file, lines)
    for (const [path, text] of [
      ['InvoiceDetails/InvoiceTypeCode', 'INV02'],
      ['InvoiceDetails/InvoiceTypeCodeUN', '381'],
      ['InvoiceDetails/OriginalInvoiceNumber', '10001'],
      ['InvoiceDetails/InvoiceTotalVatIncludedAmount', '-62,76'],
      ['InvoiceRow/InvoicedQuantity', '-2'],
      ['InvoiceRow/UnitPriceAmount', '25,005'],
    ] as const)
      expect(file.one(path), path).toBe(text)
    expect(file.one('VirtualBankBarcode')).toBeUndefined()
  })

  it('without e-invoice addresses, an address of the buyer, a bank or a reference is valid too', () => {
    const { seller, buyer, ...invoice } = sampleInvoice({ channel: 'posti', reference: '' })
    const bare = { street: '', street2: '', postalCode: '', town: '', country: '', email: '', phone: '', eInvoiceAddress: '', operator: '' }
    const file = read({ ...invoice, seller: { ...seller, ...bare, bic: '' }, buyer: { ...buyer, ...bare, businessId: '', name: 'X' } })
    expect(file.one('MessageTransmissionDetails/MessageDetails/MessageIdentifier')).toBeUndefined()
    expect(file.all('BuyerPartyDetails/BuyerOrganisationName')).toEqual(['X.'])
  })

  it('keeps long and hostile texts apart from its markup', () => {
    const { buyer, ...invoice } = sampleInvoice()
    const name = `]]> <b>&amp;</b> "' 👩‍🚒 \u0000\u001b\uD800 ${'pitkä nimi '.repeat(30)}`
    const file = read({
      ...invoice,
      ...{
        message: `${name}\n\ttoinen rivi`,
        buyer: { ...buyer, name, street: 'Erittäinpitkänkadunnimenvarrenkatu 123 rappukäytävä C asunto 45', town: name },
      },
      lines: [
        { ...sampleLine, name, orders: Array.from({ length: 60 }, (_, index) => `T-${1000 + index}`), references: [name], waybill: name },
      ],
    })
    expect(file.all('BuyerPartyDetails/BuyerOrganisationName')[0]).toMatch(/^\]\]> <b>&amp;<\/b> "' 👩‍🚒 \uFFFD pitkä nimi/)
    expect(file.all('BuyerPartyDetails/BuyerPostalAddressDetails/BuyerStreetName')).toEqual([
      'Erittäinpitkänkadunnimenvarrenkatu',
      '123 rappukäytävä C asunto 45',
      'Ovi 4',
    ])
    expect(file.one('InvoiceRow/RowIdentifier')).toBe('T-1000, T-1001, T-1002, T-1003')
    expect(file.one('InvoiceRow/RowFreeText')).toContain('T-1059')
  })

  it('names what an invoice lacks', () => {
    const invoice = sampleInvoice()
    expect(finvoiceFault(invoice)).toBeNull()
    const { seller, buyer } = invoice
    const faulty: [Partial<OutgoingInvoice>, RegExp][] = [
      [{ seller: { ...seller, iban: '' } }, /IBAN/],
      [{ seller: { ...seller, name: '\n' } }, /nimi/],
      [{ buyer: { ...buyer, name: '' } }, /saajan nimi/],
      [{ number: '1'.repeat(21) }, /numerossa/],
      [{ lines: [] }, /rivejä/],
    ]
    for (const [change, fault] of faulty) {
      expect(finvoiceFault({ ...invoice, ...change })).toMatch(fault)
      expect(() => writeFinvoice({ ...invoice, ...change })).toThrow(fault)
    }
  })

  it('is valid and adds up whatever people have written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constant(']]>'),
    )
    const lines = fc.array(
      fc.record<InvoiceLine>({
        name: text,
        orders: fc.array(text, { maxLength: 4 }),
        references: fc.array(text, { maxLength: 4 }),
        waybill: text,
        deliveredAt: fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
        quantity: fc.oneof(
          fc.integer({ min: 0, max: 500 }),
          fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100),
        ),
        unit: fc.constantFrom('kpl', 'h', 'km'),
        unitPrice: fc.constantFrom(0, 1.85, 65),
        netCents: fc.integer({ min: -9_999_999, max: 99_999_999 }),
        vatPercent: fc.constantFrom(0, 10, 13.5, 14, 24, 25.5),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const party = fc.record({
      ...{
        name: text,
        businessId: text,
        street: text,
        street2: text,
        postalCode: text,
        town: text,
        country: fc.constantFrom('FI', 'SE', '', 'x'),
      },
      ...{ email: text, phone: text, eInvoiceAddress: text, operator: fc.oneof(text, fc.constant('003721291126')) },
    })
    fc.assert(
      fc.property(lines, party, party, text, fc.boolean(), (rows, seller, buyer, message, isCredit) => {
        const { seller: mine, buyer: theirs } = sampleInvoice()
        const invoice = sampleInvoice({
          ...{ lines: rows, message, ...(isCredit ? { kind: 'hyvitys', credits: '10001' } : {}) },
          ...{ seller: { ...mine, ...seller }, buyer: { ...theirs, ...buyer } },
        })
        const fault = finvoiceFault(invoice)
        if (fault === null) expectSums(read(invoice), rows)
        else expect(fault).toMatch(/nimi/)
      }),
      { numRuns: 200 },
    )
    expect(sumsOf([sampleLine]).totalCents).toBe(15_493)
  })
})
