import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { Lasku, Laskurivi } from '#domain/entities/invoice/invoice.entity.ts'
import { RequestFault } from '#domain/errors.ts'
import type { InvoiceOperation } from '#domain/features/invoicing/invoice-operations.ts'
import { creditSums, remainingSums } from '#domain/features/invoicing/invoice-sums.ts'
import { fromCents, toCents } from '#domain/values/money.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { addRow, system, systemFor } from '#server/entities/engine.ts'
import { creditedCents } from './credited.ts'
import { sharesInCents, wireShares } from './invoice-values.ts'
import { lockInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'

type Input = Extract<InvoiceOperation, { operation: 'hyvita' }>
type Crediting = InvoicingParts & { client: PoolClient; viewer: Viewer }
type CreditedRow = { row: Laskurivi; cents: number }

const invalid = (detail: string, pointer?: string) => new RequestFault({ kind: 'invalid', detail, ...(pointer ? { pointer } : {}) })

/**
 * Makes a credit note and queues its sending through the provider of the invoice (rules/invoicing.md#crediting); returns its id. Notes that are
 * not sent yet count too, so that an invoice is never credited beyond its sum.
 */
export async function creditInvoice(crediting: Crediting, input: Input): Promise<string> {
  const { engine, client, viewer, clock } = crediting
  const found = await lockInvoice(crediting, input.id)
  if (!found) throw new RequestFault({ kind: 'not_found', detail: 'Laskua ei löydy.' })
  const { invoice } = found
  if (invoice.laji !== 'lasku') throw invalid('Hyvityslaskua ei voi hyvittää.')
  if (invoice.tila !== 'lahetetty') throw invalid('Vain lähetetyn laskun voi hyvittää.')
  const rows = (await engine.load(system, 'laskurivi', [invoice.id], { by: 'lasku', runner: client })).map(({ row }) => row)
  const credited = await creditedCents(client, invoice.id, ['luonnos', 'lahetetaan', 'tarkista', 'lahetetty'])
  const parts = creditedRows(rows, credited, input)
  if (parts.length === 0) throw invalid('Laskulla ei ole enää hyvitettävää.')
  const id = randomUUID()
  const sums = creditSums(
    parts.map(({ row, cents }) => ({ netCents: -cents, vatPercent: row.alv_prosentti })),
    await remainingOf(crediting, invoice),
  )
  const note = addRow(
    'lasku',
    {
      laji: 'hyvitys',
      asiakas: invoice.asiakas,
      hyvitettava: invoice.id,
      jarjestelma: invoice.jarjestelma,
      laskutustapa: invoice.laskutustapa,
      laskupaiva: startOfDay(clock()),
      veroton: fromCents(sums.netCents),
      alv: fromCents(sums.vatCents),
      yhteensa: fromCents(sums.totalCents),
      alv_erittely: wireShares(sums.vat),
      syy: input.syy,
      lahettaja: viewer.userId,
    },
    { id, reason: input.syy },
  )
  const lines = parts.map(({ row, cents }, index) =>
    addRow('laskurivi', {
      lasku: id,
      hyvitettava_rivi: row.id,
      rivinro: index + 1,
      name: row.name,
      // A part of a row has no hours or kilometres of its own.
      ...(cents === toCents(row.veroton)
        ? { maara: row.maara, yksikko: row.yksikko, yksikkohinta: row.yksikkohinta }
        : { maara: 1, yksikko: 'kpl' as const, yksikkohinta: 0 }),
      veroton: fromCents(-cents),
      alv_prosentti: row.alv_prosentti,
      toimituspaiva: row.toimituspaiva,
      viitteet: row.viitteet,
      tilausnumerot: row.tilausnumerot,
      rahtikirja: row.rahtikirja,
      tilaukset: row.tilaukset,
      tilaus_ryhma: row.tilaus_ryhma,
    }),
  )
  await engine.save(systemFor(viewer), [note, ...lines], { client })
  await crediting.queue(client, [id])
  return id
}

/** The rows with the cents to credit of each: those named in the call, or all that is left. */
function creditedRows(rows: readonly Laskurivi[], credited: ReadonlyMap<string, number>, { rivit }: Input): CreditedRow[] {
  const leftOf = (row: Laskurivi): number => toCents(row.veroton) + (credited.get(row.id) ?? 0)
  if (!rivit) return rows.map((row) => ({ row, cents: leftOf(row) })).filter(({ cents }) => cents > 0)
  return rivit.map(({ id, veroton }, index) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw invalid('Rivi ei ole tällä laskulla.', `/rivit/${index}/id`)
    const cents = toCents(veroton)
    if (cents > leftOf(row))
      throw invalid(`Rivistä on hyvittämättä ${fromCents(leftOf(row)).toFixed(2).replace('.', ',')} €.`, `/rivit/${index}/veroton`)
    return { row, cents }
  })
}

/** What is left of the invoice by rate of VAT, after all its credit notes. */
async function remainingOf({ engine, client }: Crediting, invoice: Lasku) {
  const notes = await engine.load(system, 'lasku', [invoice.id], { by: 'hyvitettava', runner: client })
  const live = notes.map(({ row }) => row).filter(({ status }) => status === 1)
  return remainingSums([invoice, ...live].flatMap(({ alv_erittely }) => sharesInCents(alv_erittely)))
}
