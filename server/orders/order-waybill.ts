import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { startOfDay } from '#domain/values/time.ts'
import type { WaybillForm } from '#domain/waybill/forms.ts'
import { orderTooLarge } from '#domain/waybill/print-size.ts'
import { inTransaction } from '../database/transaction.ts'
import { fileUri, newFile } from '../files/new-file.ts'
import { type Intent, ownIntent } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import type { Runner } from '../jsonapi/read.ts'
import { loadRows, type StoredRow } from '../jsonapi/rows.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { systemRights } from '../rights.ts'
import { uuidOf } from '../uuid-of.ts'
import { partsOf, readPaperFacts, readPictures, readPrintables, type Wanted } from './printable.ts'
import type { PrintRoom } from './waybill/print-room.ts'
import type { Carrier, WaybillSource } from './waybill-input.ts'

type Asked = z.output<typeof orderWaybillCall.input>
type Answer = z.input<typeof orderWaybillCall.output>
export type WaybillParts = JsonApi & { files: FileStore; prints: PrintRoom } & Carrier

/** Raised when the page is drawn in another way, so that an order's waybill is then drawn anew. */
const layout = 2

const namesOf = { lahetys: 'rahtikirja', koonti: 'rahtikirja-koonti', tarrat: 'tarrat' } as const
/** Where the order keeps its paper; labels hang nowhere and are of whoever printed them. */
const fieldsOf = { lahetys: 'rahtikirja', koonti: 'rahtikirja_koonti', tarrat: null } as const

/**
 * The PDF of an order's waybills or labels, as a file. The file's id is made of its content, so printing again answers the file
 * that is there, and the day on it stays the day on which that content was first written down.
 */
export async function orderWaybill(parts: WaybillParts, viewer: Viewer, asked: Asked): Promise<Answer> {
  const { tilaus_id, tarrat } = asked
  const wanted: Wanted = { muoto: formOf(asked), arkki: tarrat ?? 'a6' }
  const facts = (await readPaperFacts(parts, viewer, [tilaus_id])).get(tilaus_id)
  const tooLarge = facts && orderTooLarge(facts, wanted.muoto)
  if (tooLarge) throw new RequestFault({ kind: 'invalid', pointer: '/tilaus_id', detail: tooLarge })
  const found = (await readPrintables(parts, viewer, [tilaus_id])).get(tilaus_id)
  if (!found) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { source } = found
  const undated = partsOf(source, wanted, 0, new Map())
  if (undated.length === 0)
    throw new RequestFault({
      kind: 'invalid',
      pointer: '/tilaus_id',
      detail: 'Tilauksella ei ole kuljetettavia lähetyksiä, joten rahtikirjaa ei ole.',
    })

  const field = fieldsOf[wanted.muoto]
  // Only the whole order's waybill is the order's; a driver's, of his own shipments among others', is his.
  const whole = found.whole && field !== null
  const signatures = source.shipments.map(({ signed }) => signed?.signature ?? null)
  const id = contentId([layout, tilaus_id, wanted, undated, signatures, whole ? '' : viewer.userId])
  const filename = `${namesOf[wanted.muoto]}-${source.tilaus.tunniste}.pdf`
  const known = await fileRow(parts, parts.pool, id)
  const hangs = !whole || (await hangingFile(parts, tilaus_id, field)) === id
  if (known?.status !== 1 || !hangs) {
    const drawn = known ? null : await draw(parts, viewer, source, wanted, id)
    await keep(parts, viewer, { tilaus: tilaus_id, field: whole ? field : null, id, filename, asiakas: source.asiakas, drawn })
  }
  return { success: true, file: { id, uri: fileUri(id), filename } }
}

export const formOf = ({ multipage, tarrat }: Pick<Asked, 'multipage' | 'tarrat'>): WaybillForm =>
  tarrat ? 'tarrat' : multipage ? 'lahetys' : 'koonti'

/** Version 8 of UUIDs is for ids that their maker derives by a way of its own (RFC 9562). */
function contentId(content: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return uuidOf(hash)
}

type Drawn = { size: number; tarkiste: string }

async function draw(parts: WaybillParts, { userId }: Viewer, source: WaybillSource, wanted: Wanted, id: string): Promise<Drawn> {
  // The day alone: two who print at once draw the same bytes.
  const today = startOfDay(parts.clock())
  const pictures = await readPictures(parts.files, [source])
  const title = { lahetys: 'Rahtikirja', koonti: 'Koontirahtikirja', tarrat: 'Tarrat' }[wanted.muoto]
  const facts = { title: `${title} ${source.tilaus.tunniste}`, author: source.carrier.nimi, created: today }
  return parts.prints.print(userId, facts, async (print) => {
    for (const part of partsOf(source, wanted, today, pictures)) await print.add(part)
    const drawn = await print.end()
    await parts.files.save(id, drawn)
    return drawn
  })
}

async function hangingFile({ pool }: WaybillParts, tilaus: string, field: 'rahtikirja' | 'rahtikirja_koonti'): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>(`SELECT ${field}_id AS id FROM tilaus WHERE id = $1`, [tilaus])
  return rows[0]?.id ?? null
}

type Kept = {
  tilaus: string
  /** None where the file is its printer's own. */
  field: 'rahtikirja' | 'rahtikirja_koonti' | null
  id: string
  filename: string
  asiakas: string
  drawn: Drawn | null
}

/** Hangs the file on its order, under the order's lock: of two who print at once the second finds the first one's file. */
async function keep(parts: WaybillParts, viewer: Viewer, { tilaus, field, id, filename, asiakas, drawn }: Kept): Promise<void> {
  const { model, rules } = parts
  const orders = resourceNamed(model, 'tilaus')
  await inTransaction(parts.pool, async (client) => {
    const [order] = await loadRows(client, model, systemRights, viewer, orders, { column: 'id', ids: [tilaus], lock: true })
    const stored = await fileRow(parts, client, id)
    const intents: Intent[] = []
    if (stored?.status === 0) intents.push(ownIntent('update', resourceNamed(model, 'file'), id, { status: 1 }))
    if (!stored && drawn)
      intents.push(
        newFile(model, {
          id,
          filemime: 'application/pdf',
          filename,
          filesize: drawn.size,
          tarkiste: drawn.tarkiste,
          asiakas: field ? asiakas : null,
          lisaaja: field ? null : viewer.userId,
        }),
      )
    if (field && order?.row[field] !== id) intents.push(ownIntent('update', orders, tilaus, { [field]: id }))
    if (intents.length > 0) await save({ model, rules, runner: client, viewer, rights: systemRights, now: parts.clock() }, intents)
  })
}

async function fileRow({ model }: WaybillParts, runner: Runner, id: string): Promise<StoredRow | null> {
  const [found] = await loadRows(runner, model, systemRights, null, resourceNamed(model, 'file'), { column: 'id', ids: [id], lock: false })
  return found?.row ?? null
}
