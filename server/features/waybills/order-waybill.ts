import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { WaybillForm } from '#domain/features/waybills/forms.ts'
import type { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { orderTooLarge } from '#domain/features/waybills/print-size.ts'
import type { Row } from '#domain/model/registry.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { type RowChange, system, systemFor, updateRow } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { uuidOf } from '#server/platform/database/uuid-of.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import { fileUri, newFile } from '#server/platform/files/new-file.ts'
import type { FileStore } from '#server/platform/files/store/file-store.ts'
import { documentsOf, drawingOf, type PrintOptions, readPictures, readPrintables } from './printable.ts'
import { fileOfWaybill, readWaybillSizes } from './queries.ts'
import type { Carrier, WaybillSource } from './waybill-input.ts'

type Input = z.output<typeof orderWaybillCall.input>
type Answer = z.input<typeof orderWaybillCall.output>
export type WaybillParts = Context & { files: FileStore } & PdfMaker & Carrier

/** Increased when the layout changes, so that waybills are drawn again. */
const layout = 4

const namesOf = { lahetys: 'rahtikirja', koonti: 'rahtikirja-koonti', tarrat: 'tarrat' } as const
/** The order's field for the form; labels have none and belong to the user who printed them. */
const fieldsOf = { lahetys: 'rahtikirja', koonti: 'rahtikirja_koonti', tarrat: null } as const

/**
 * The PDF of an order's waybills or labels, as a file. The file's id is derived from its content, so printing again returns the
 * existing file, and the date on it stays that of the first print of the content.
 */
export async function orderWaybill(parts: WaybillParts, viewer: Viewer, input: Input): Promise<Answer> {
  const { tilaus_id, tarrat } = input
  const options: PrintOptions = { muoto: formOf(input), arkki: tarrat ?? 'a6' }
  const facts = (await readWaybillSizes(parts, viewer, [tilaus_id])).get(tilaus_id)
  const tooLarge = facts && orderTooLarge(facts, options.muoto)
  if (tooLarge) throw new RequestFault({ kind: 'invalid', pointer: '/tilaus_id', detail: tooLarge })
  const found = (await readPrintables(parts, viewer, [tilaus_id])).get(tilaus_id)
  if (!found) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { source } = found
  const undated = documentsOf(source, options.muoto, 0, new Map())
  if (undated.length === 0)
    throw new RequestFault({
      kind: 'invalid',
      pointer: '/tilaus_id',
      detail: 'Tilauksella ei ole kuljetettavia lähetyksiä, joten rahtikirjaa ei ole.',
    })

  const field = fieldsOf[options.muoto]
  // Only a waybill of the whole order is stored on the order; one of a driver's own shipments belongs to the driver.
  const whole = found.isComplete && field !== null
  const signatures = source.shipments.map(({ signed }) => signed?.signature ?? null)
  const id = contentId([layout, tilaus_id, options, undated, signatures, whole ? '' : viewer.userId])
  const filename = `${namesOf[options.muoto]}-${source.tilaus.tunniste}.pdf`
  const known = await fileRow(parts, id)
  const hangs = !whole || (await fileOfWaybill(parts.pool, tilaus_id, field)) === id
  if (known?.status !== 1 || !hangs) {
    const drawn = known ? null : await draw(parts, viewer, source, options, id)
    await keep(parts, viewer, { tilaus: tilaus_id, field: whole ? field : null, id, filename, asiakas: source.asiakas, drawn })
  }
  return { success: true, file: { id, uri: fileUri(id), filename } }
}

export const formOf = ({ multipage, tarrat }: Pick<Input, 'multipage' | 'tarrat'>): WaybillForm =>
  tarrat ? 'tarrat' : multipage ? 'lahetys' : 'koonti'

/** Version 8 of UUIDs is for custom derivations (RFC 9562). */
function contentId(content: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return uuidOf(hash)
}

type DrawnWaybill = { size: number; tarkiste: string }

async function draw(
  parts: WaybillParts,
  { userId }: Viewer,
  source: WaybillSource,
  options: PrintOptions,
  id: string,
): Promise<DrawnWaybill> {
  // Without the time of day, so that two prints at once give the same bytes.
  const today = startOfDay(parts.clock())
  const pictures = await readPictures(parts.files, [source])
  const title = { lahetys: 'Rahtikirja', koonti: 'Koontirahtikirja', tarrat: 'Tarrat' }[options.muoto]
  const facts = { title: `${title} ${source.tilaus.tunniste}`, author: source.carrier.nimi, created: today }
  return parts.makePdf({ ...drawingOf(options), facts, fairKey: userId }, async (pdf) => {
    await pdf.add(documentsOf(source, options.muoto, today, pictures))
    const drawn = await pdf.end()
    if (!drawn) throw new Error(`Order ${source.tilaus.id} gives no papers`)
    await parts.files.save(id, drawn)
    return drawn
  })
}

type NewWaybillFile = {
  tilaus: string
  /** Null when the file belongs to the user who printed it. */
  field: 'rahtikirja' | 'rahtikirja_koonti' | null
  id: string
  filename: string
  asiakas: string
  drawn: DrawnWaybill | null
}

/** Stores the file on its order, under the order's lock: when two print at once, the second finds the first one's file. */
async function keep(parts: WaybillParts, viewer: Viewer, { tilaus, field, id, filename, asiakas, drawn }: NewWaybillFile): Promise<void> {
  const { engine } = parts
  await inTransaction(parts.pool, async (client) => {
    const [order] = await engine.load(system, 'tilaus', [tilaus], { lock: true, runner: client })
    const stored = await fileRow(parts, id, client)
    const changes: RowChange[] = []
    if (stored?.status === 0) changes.push(updateRow('file', id, { status: 1 }))
    if (!stored && drawn)
      changes.push(
        newFile({
          id,
          filemime: 'application/pdf',
          filename,
          filesize: drawn.size,
          tarkiste: drawn.tarkiste,
          asiakas: field ? asiakas : null,
          lisaaja: field ? null : viewer.userId,
        }),
      )
    if (field && order?.row[field] !== id) changes.push(updateRow('tilaus', tilaus, { [field]: id }))
    await engine.save(systemFor(viewer), changes, { client })
  })
}

async function fileRow({ engine }: Context, id: string, client?: PoolClient): Promise<Row<'file'> | null> {
  const [found] = await engine.load(system, 'file', [id], client ? { runner: client } : {})
  return found?.row ?? null
}
