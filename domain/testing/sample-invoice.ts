import type { InvoiceLine, OutgoingInvoice } from '../features/invoicing/outgoing-invoice.ts'
import { addDays, midnightOf } from '../values/time/time.ts'

const invoiceDay = midnightOf('2026-11-23')

export const sampleLine: InvoiceLine = {
  name: 'Kuljetus Turku–Tampere',
  orders: ['T-1042'],
  references: ['PO-4410'],
  waybill: '000000010016',
  deliveredAt: midnightOf('2026-11-20'),
  quantity: 1,
  unit: 'kpl',
  unitPrice: 0,
  netCents: 12_345,
  vatPercent: 25.5,
}

/** The sums of lines, each rate rounded once. */
export function sumsOf(lines: readonly InvoiceLine[]): Pick<OutgoingInvoice, 'vat' | 'netCents' | 'vatCents' | 'totalCents'> {
  const rates = [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)].toSorted(([a], [b]) => b - a)
  const vat = rates.map(([percent, rows]) => {
    const netCents = rows.reduce((sum, row) => sum + row.netCents, 0)
    return { percent, netCents, vatCents: Math.round((netCents * percent) / 100) }
  })
  const netCents = vat.reduce((sum, share) => sum + share.netCents, 0)
  const vatCents = vat.reduce((sum, share) => sum + share.vatCents, 0)
  return { vat, netCents, vatCents, totalCents: netCents + vatCents }
}

/** An invoice of 123,45 € and VAT; with other lines the sums follow. */
export function sampleInvoice({ lines = [sampleLine], ...change }: Partial<OutgoingInvoice> = {}): OutgoingInvoice {
  return {
    id: '8c0a5a2e-1111-4000-8000-000000010001',
    number: '10001',
    kind: 'lasku',
    credits: '',
    invoiceDay,
    dueDay: addDays(invoiceDay, 14),
    paymentTermDays: 14,
    reference: '100010',
    channel: 'verkkolasku',
    message: '',
    seller: {
      ...{ name: 'Testikuljetus Oy', businessId: '1234567-1', street: 'Varikkotie 1', street2: '', postalCode: '33100', town: 'Tampere' },
      ...{ country: 'FI', email: 'laskutus@testikuljetus.fi', phone: '+358401234567' },
      ...{ eInvoiceAddress: '003712345671', operator: '003721291126', iban: 'FI2112345600000785', bic: 'NDEAFIHH' },
    },
    buyer: {
      ...{ name: 'Åbo Bröd & Öljy Oy', businessId: '0116297-6', street: 'Teollisuuskatu 12', street2: 'Ovi 4', postalCode: '20520' },
      ...{ town: 'Turku', country: 'FI', email: 'ostolaskut@abobrod.fi', phone: '', eInvoiceAddress: '003701162976' },
      ...{ operator: '003723327487', customerId: '8c0a5a2e-2222-4000-8000-000000000001', talenomNumber: '77' },
    },
    lines,
    ...sumsOf(lines),
    ...change,
  }
}
