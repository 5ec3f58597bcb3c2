import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import type { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { startOfDay } from '#domain/values/time.ts'
import { composeWaybills, type WaybillDocument } from '#domain/waybill/document.ts'
import { inTransaction } from '../database/transaction.ts'
import { fileUri, newFile } from '../files/new-file.ts'
import type { Intent } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import type { Runner } from '../jsonapi/read.ts'
import { loadRows, type StoredRow } from '../jsonapi/rows.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { systemRights } from '../rights.ts'
import { type Carrier, readWaybill, type WaybillSource } from './waybill-input.ts'

type Asked = z.output<typeof orderWaybillCall.input>
type Answer = z.input<typeof orderWaybillCall.output>
export type WaybillParts = JsonApi & { files: FileStore } & Carrier

/** Raised when the page is drawn in another way, so that an order's waybill is then drawn anew. */
const layout = 1

/**
 * The PDF of an order's waybills, as a file. The file's id is made of its content, so printing again answers the file that
 * is there, and the day on it stays the day on which that content was first written down.
 */
export async function orderWaybill(parts: WaybillParts, viewer: Viewer, { tilaus_id, multipage }: Asked): Promise<Answer> {
  const [order] = await loadRows(parts.pool, parts.model, parts.rightsOf(viewer), viewer, resourceNamed(parts.model, 'tilaus'), {
    column: 'id',
    ids: [tilaus_id],
    lock: false,
  })
  const all = order?.mayRead ? await readWaybill(parts.pool, tilaus_id, parts) : null
  if (!all) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const source = await withinReach(parts, viewer, tilaus_id, all)
  // Only the whole order's waybill is the order's; a driver's, of his own shipments among others', is his.
  const whole = source.shipments.length === all.shipments.length
  const undated = compose(source, multipage, 0, new Map())
  if (undated.length === 0)
    throw new RequestFault({
      kind: 'invalid',
      pointer: '/tilaus_id',
      detail: 'Tilauksella ei ole kuljetettavia lähetyksiä, joten rahtikirjaa ei ole.',
    })

  const id = contentId([layout, tilaus_id, multipage, undated, source.shipments.map(({ signed }) => signed?.signature ?? null)])
  const filename = `rahtikirja-${multipage ? '' : 'koonti-'}${source.tilaus.tunniste}.pdf`
  const field = multipage ? 'rahtikirja' : 'rahtikirja_koonti'
  const known = await fileRow(parts, parts.pool, id)
  if (known?.status !== 1 || (whole && order?.row[field] !== id)) {
    const bytes = known ? null : await draw(parts, source, multipage)
    if (bytes) await parts.files.save(id, bytes)
    await keep(parts, viewer, { tilaus: tilaus_id, field, id, filename, asiakas: source.asiakas, bytes, whole })
  }
  return { success: true, file: { id, uri: fileUri(id), filename } }
}

/** The shipments that the viewer may read: a driver's waybill says nothing of other drivers' shipments. */
async function withinReach(parts: WaybillParts, viewer: Viewer, tilausId: string, source: WaybillSource): Promise<WaybillSource> {
  const lines = await loadRows(parts.pool, parts.model, parts.rightsOf(viewer), viewer, resourceNamed(parts.model, 'lahetys'), {
    column: 'tilaus_id',
    ids: [tilausId],
    lock: false,
  })
  const reached = new Set(lines.filter(({ mayRead }) => mayRead).map(({ row }) => row.id))
  return { ...source, shipments: source.shipments.filter(({ id }) => reached.has(id)) }
}

function compose(
  source: WaybillSource,
  multipage: boolean,
  date: number,
  pictures: ReadonlyMap<string, Uint8Array | null>,
): WaybillDocument[] {
  const lahetykset = source.shipments.map(({ shipment, signed }) => ({
    ...shipment,
    kuittaus: signed && {
      nimenselvennys: signed.nimenselvennys,
      aika: signed.aika,
      kuva: signed.signature === null ? null : (pictures.get(signed.signature) ?? null),
    },
  }))
  return composeWaybills({ ...source, lahetykset, date }, { multipage })
}

/** Version 8 of UUIDs is for ids that their maker derives by a way of its own (RFC 9562). */
function contentId(content: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

async function draw(parts: WaybillParts, source: WaybillSource, multipage: boolean): Promise<Buffer> {
  const signatures = new Set(source.shipments.flatMap(({ signed }) => signed?.signature ?? []))
  const pictures = new Map<string, Uint8Array | null>()
  for (const id of signatures) {
    const stored = await parts.files.open(id)
    pictures.set(id, stored && (await buffer(stored)))
  }
  // The day alone: two who print at once draw the same bytes.
  const today = startOfDay(parts.clock())
  // Fetched when first printed: the PDF writer and its fonts are a fifth of the server's memory.
  const { renderWaybill } = await import('./waybill/render-waybill.ts')
  return renderWaybill(compose(source, multipage, today, pictures), { created: new Date(today * 1000) })
}

type Kept = {
  tilaus: string
  field: 'rahtikirja' | 'rahtikirja_koonti'
  id: string
  filename: string
  asiakas: string
  bytes: Buffer | null
  whole: boolean
}

/** Hangs the file on its order, under the order's lock: of two who print at once the second finds the first one's file. */
async function keep(parts: WaybillParts, viewer: Viewer, { tilaus, field, id, filename, asiakas, bytes, whole }: Kept): Promise<void> {
  const { model, rules } = parts
  const orders = resourceNamed(model, 'tilaus')
  const change = (name: string, rowId: string, values: Record<string, unknown>): Intent => ({
    op: 'update',
    resource: resourceNamed(model, name),
    id: rowId,
    values,
    echoed: {},
    linked: {},
    vid: null,
    reason: '',
    pointer: '',
  })
  await inTransaction(parts.pool, async (client) => {
    const [order] = await loadRows(client, model, systemRights, viewer, orders, { column: 'id', ids: [tilaus], lock: true })
    const stored = await fileRow(parts, client, id)
    const intents: Intent[] = []
    if (stored?.status === 0) intents.push(change('file', id, { status: 1 }))
    if (!stored && bytes)
      intents.push(
        newFile(model, {
          id,
          filemime: 'application/pdf',
          filename,
          filesize: bytes.length,
          tarkiste: createHash('sha256').update(bytes).digest('hex'),
          asiakas: whole ? asiakas : null,
          lisaaja: whole ? null : viewer.userId,
        }),
      )
    if (whole && order?.row[field] !== id) intents.push(change('tilaus', tilaus, { [field]: id }))
    if (intents.length > 0) await save({ model, rules, runner: client, viewer, rights: systemRights, now: parts.clock() }, intents)
  })
}

async function fileRow({ model }: WaybillParts, runner: Runner, id: string): Promise<StoredRow | null> {
  const [found] = await loadRows(runner, model, systemRights, null, resourceNamed(model, 'file'), { column: 'id', ids: [id], lock: false })
  return found?.row ?? null
}
