import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { addPictureCall, mostBase64, removePictureCall } from '#domain/calls/shipment-pictures.ts'
import { fileKindOf, fileMegabytes } from '#domain/entities/file/file.types.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { base64Of } from '../base64.ts'
import { inTransaction } from '../database/transaction.ts'
import { and, newScope, readable } from '../jsonapi/conditions.ts'
import { type Intent, ownIntent } from '../jsonapi/intents.ts'
import { type Rights, resourceNamed } from '../jsonapi/model.ts'
import { type Runner, rowsOf } from '../jsonapi/read.ts'
import { repeatKeyOf, storeOnce } from '../jsonapi/repeats.ts'
import { type LoadedRow, loadRows, type StoredRow } from '../jsonapi/rows.ts'
import { save } from '../jsonapi/save.ts'
import { param, sql } from '../jsonapi/sql.ts'
import { systemRights } from '../rights.ts'
import { serveCall } from '../serve-call.ts'
import { fileUri, type NewFile, newFile } from './new-file.ts'
import { type FileParts, takeIn } from './take-in.ts'

type Added = z.output<typeof addPictureCall.input>
type Answer = z.output<typeof addPictureCall.output>

/** Room beside the picture for the call's other fields. */
const otherFields = 16 * 1024

export function pictureCalls(app: FastifyInstance, parts: FileParts): void {
  serveCall(app, addPictureCall, parts, (asked, viewer, request) => addPicture(parts, viewer, asked, repeatKeyOf(request)), {
    bodyLimit: mostBase64 + otherFields,
    keepsAnswers: true,
  })
  serveCall(app, removePictureCall, parts, ({ id }, viewer) => removePicture(parts, viewer, id))
}

async function addPicture(parts: FileParts, viewer: Viewer, asked: Added, key: string | null): Promise<Answer> {
  // Before the picture is looked at: it may be somebody else's shipment.
  const shipment = await pictured(parts, parts.pool, viewer, asked.lahetys)
  refuseStrangers(shipment, asked)
  const text = base64Of(asked.kuva, { field: 'kuva', what: 'Kuva' })
  const { prefix } = resourceNamed(parts.model, 'lahetys').entity.tunniste
  const name = `${prefix}-${shipment.drupal_internal__id}`
  const { tiedoston_enimmaiskoko } = await parts.settings()
  const most = Math.min(tiedoston_enimmaiskoko, fileMegabytes.usual)
  const kept = await takeIn(parts, viewer, { bytes: decoded(text), most, name, accept: ({ mime }) => refuseUnlessPicture(mime) }, (row) => {
    const repeat = key === null ? null : { userId: viewer.userId, key, asked: `kuva ${asked.lahetys} ${asked.kuvaus} ${row.tarkiste}` }
    return storeOnce(parts.pool, repeat, parts.clock(), async (client) => {
      const answer = await hang(parts, client, viewer, asked, { ...row, asiakas: String(shipment.asiakas) })
      return { status: 200, location: answer.file.uri, body: JSON.stringify(answer) }
    })
  })
  return addPictureCall.output.parse(JSON.parse(kept.body))
}

/** The file's row with the server's rights, the shipment's with the person's own: whether they may is theirs to say. */
async function hang(parts: FileParts, runner: Runner, viewer: Viewer, asked: Added, row: NewFile): Promise<Answer> {
  const { id, filename, filemime, filesize } = row
  const saving = { ...parts, runner, viewer, now: parts.clock() }
  await lockOrder(parts, runner, viewer, [asked.lahetys])
  const shipment = await pictured(parts, runner, viewer, asked.lahetys)
  await save({ ...saving, rights: systemRights }, [newFile(parts.model, { ...row, kuvaus: asked.kuvaus })])
  const kuvat = [...idsOf(shipment.kuvat), id]
  await save({ ...saving, rights: parts.rightsOf(viewer) }, [
    ownIntent('update', resourceNamed(parts.model, 'lahetys'), shipment.id, { kuvat }),
  ])
  return {
    success: true,
    file: { id, uri: fileUri(id), filename, filemime, filesize, kuvaus: asked.kuvaus },
    lahetys: { id: shipment.id, vid: shipment.vid + 1 },
  }
}

async function removePicture(parts: FileParts, viewer: Viewer, id: string): Promise<{ success: true }> {
  const shipments = await shipmentsOf(parts, parts.pool, viewer, parts.rightsOf(viewer), id)
  if (shipments.length === 0) throw fault('not_found')
  await inTransaction(parts.pool, async (runner) => {
    const saving = { ...parts, runner, viewer, now: parts.clock() }
    await lockOrder(parts, runner, viewer, shipments)
    const intents: Intent[] = []
    for (const { row } of await writable(parts, runner, viewer, shipments))
      intents.push(
        ownIntent('update', resourceNamed(parts.model, 'lahetys'), row.id, { kuvat: idsOf(row.kuvat).filter((kept) => kept !== id) }),
      )
    await save({ ...saving, rights: parts.rightsOf(viewer) }, intents)
    // Another driver's shipment may have it too.
    const elsewhere = await shipmentsOf(parts, runner, viewer, systemRights, id)
    if (elsewhere.length === 0)
      await save({ ...saving, rights: systemRights }, [ownIntent('remove', resourceNamed(parts.model, 'file'), id)])
  })
  return { success: true }
}

/** The shipment, if this person may put pictures on it. */
async function pictured(parts: FileParts, runner: Runner, viewer: Viewer, id: string): Promise<StoredRow> {
  const [found] = await writable(parts, runner, viewer, [id])
  if (!found) throw fault('not_found')
  return found.row
}

async function writable(parts: FileParts, runner: Runner, viewer: Viewer, ids: readonly string[]): Promise<LoadedRow[]> {
  const rights = parts.rightsOf(viewer)
  const { update } = rights.reach('lahetys')
  if (!update || (update.only && !update.only.includes('kuvat'))) throw fault('forbidden')
  const rows = await loadRows(runner, parts.model, rights, viewer, resourceNamed(parts.model, 'lahetys'), {
    column: 'id',
    ids,
    lock: false,
  })
  if (rows.some(({ mayRead, mayUpdate }) => mayRead && !mayUpdate)) throw fault('forbidden')
  return rows.filter(({ mayRead }) => mayRead)
}

/** Under their orders' lock two pictures that come at once are both kept. The order first, as every save does. */
async function lockOrder(parts: FileParts, runner: Runner, viewer: Viewer, shipments: readonly string[]): Promise<void> {
  const lines = await loadRows(runner, parts.model, systemRights, viewer, resourceNamed(parts.model, 'lahetys'), {
    column: 'id',
    ids: shipments,
    lock: false,
  })
  const ids = [...new Set(lines.map(({ row }) => String(row.tilaus)))]
  await loadRows(runner, parts.model, systemRights, viewer, resourceNamed(parts.model, 'tilaus'), { column: 'id', ids, lock: true })
}

/** The shipments within reach that the picture hangs on. */
async function shipmentsOf({ model }: FileParts, runner: Runner, viewer: Viewer, rights: Rights, id: string): Promise<string[]> {
  const scope = newScope(model, rights)
  const shipment = resourceNamed(model, 'lahetys')
  const hung = sql`l.kuvat_ids <> '{}' AND l.kuvat_ids @> ARRAY[${param({ value: 0 })}::uuid]`
  const statement = sql`SELECT l.id FROM ${shipment.table} l WHERE ${and([hung, readable(scope, shipment, 'l')]) ?? ''}`
  const rows = await rowsOf<{ id: string }>(runner, viewer, statement, [id])
  return rows.map((row) => row.id)
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const fault = (kind: Fault['kind'], detail: string = faultKinds[kind].title, pointer?: string) =>
  new RequestFault({ kind, detail, ...(pointer === undefined ? {} : { pointer }) })

function refuseStrangers(shipment: StoredRow, { asiakas, tilaus }: Added): void {
  if (tilaus !== undefined && tilaus !== shipment.tilaus) throw fault('invalid', 'Lähetys ei kuulu tähän tilaukseen.', '/tilaus')
  if (asiakas !== undefined && asiakas !== shipment.asiakas) throw fault('invalid', 'Lähetys ei ole tämän asiakkaan.', '/asiakas')
}

function refuseUnlessPicture(mime: string): void {
  if (fileKindOf(mime) !== 'image') throw fault('unsupported_media', 'Tiedosto ei ole kuva.', '/kuva')
}

/** Bit by bit, so that the picture is not in memory twice. Whole groups of four characters at a time. */
async function* decoded(text: string): AsyncGenerator<Uint8Array> {
  const step = 4 * 65_536
  for (let from = 0; from < text.length; from += step) yield Buffer.from(text.slice(from, from + step), 'base64')
}
