import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { fileKindOf, fileMegabytes } from '#domain/entities/file/file.types.ts'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import { addPictureCall, maxBase64, removePictureCall } from '#domain/features/deliveries/shipment-pictures.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { removeRow, system, systemFor, type TypedRow, updateRow } from '#server/entities/engine.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { bytesOfBase64 } from '#server/platform/files/base64.ts'
import { fileUri, type NewFile, newFile } from '#server/platform/files/new-file.ts'
import { type FileParts, storeUpload } from '#server/platform/files/store-upload.ts'
import { allowStoring } from '#server/platform/files/upload-limits.ts'
import { idempotencyKeyOf, storeOnce } from '#server/platform/idempotency-keys.ts'
import { lockOrders } from './lock-orders.ts'
import { shipmentsWithPicture } from './queries.ts'

type Added = z.output<typeof addPictureCall.input>
type Answer = z.output<typeof addPictureCall.output>

/** Bytes of the body for other fields than the picture. */
const otherFields = 16 * 1024

export function pictureCalls(app: FastifyInstance, parts: FileParts): void {
  serveCall(app, addPictureCall, parts, (input, viewer, request) => addPicture(parts, viewer, input, idempotencyKeyOf(request)), {
    bodyLimit: maxBase64 + otherFields,
    keepsAnswers: true,
  })
  serveCall(app, removePictureCall, parts, ({ id }, viewer) => removePicture(parts, viewer, id))
}

async function addPicture(parts: FileParts, viewer: Viewer, input: Added, key: string | null): Promise<Answer> {
  // Checked before the picture is decoded: the viewer may have no right to the shipment.
  const shipment = await pictured(parts, viewer, input.lahetys)
  refuseStrangers(shipment, input)
  const bytes = bytesOfBase64(input.kuva, { field: 'kuva', what: 'Kuva' })
  const { prefix } = registry.lahetys.tunniste
  const name = `${prefix}-${shipment.drupal_internal__id}`
  const settings = await parts.settings()
  const max = Math.min(settings.tiedoston_enimmaiskoko, fileMegabytes.usual)
  const answer = await storeUpload(
    parts,
    viewer,
    { bytes, maxMegabytes: max, name, accept: ({ mime }) => refuseUnlessPicture(mime) },
    (row) => {
      const idempotent =
        key === null ? null : { userId: viewer.userId, key, content: `kuva ${input.lahetys} ${input.kuvaus} ${row.tarkiste}` }
      return storeOnce(parts.pool, idempotent, parts.clock(), async (client) => {
        await allowStoring(client, settings, { userId: viewer.userId, size: row.filesize, now: parts.clock() })
        const answer = await hang(parts, client, viewer, input, { ...row, asiakas: String(shipment.asiakas) })
        return { status: 200, location: answer.file.uri, body: JSON.stringify(answer) }
      })
    },
  )
  return addPictureCall.output.parse(JSON.parse(answer.body))
}

/** Stores the file's row with the server's rights and the shipment's with the viewer's, which decide whether the picture is allowed. */
async function hang(parts: FileParts, client: PoolClient, viewer: Viewer, input: Added, row: NewFile): Promise<Answer> {
  const { id, filename, filemime, filesize } = row
  const { engine } = parts
  await lockOrders(parts.engine, client, [input.lahetys])
  const shipment = await pictured(parts, viewer, input.lahetys, client)
  await engine.save(systemFor(viewer), [newFile({ ...row, kuvaus: input.kuvaus })], { client })
  await engine.save(viewer, [updateRow('lahetys', shipment.id, { kuvat: [...shipment.kuvat, id] })], { client })
  return {
    success: true,
    file: { id, uri: fileUri(id), filename, filemime, filesize, kuvaus: input.kuvaus },
    lahetys: { id: shipment.id, vid: shipment.vid + 1 },
  }
}

async function removePicture(parts: FileParts, viewer: Viewer, id: string): Promise<{ success: true }> {
  const { engine, pool } = parts
  const shipments = (await shipmentsWith(parts, pool, id, viewer)).map(({ row }) => row.id)
  if (shipments.length === 0) throw fault('not_found')
  await inTransaction(pool, async (client) => {
    await lockOrders(parts.engine, client, shipments)
    const changes = (await writable(parts, viewer, shipments, client)).map(({ row }) =>
      updateRow('lahetys', row.id, { kuvat: row.kuvat.filter((other) => other !== id) }),
    )
    await engine.save(viewer, changes, { client })
    // Another driver's shipment may have it too.
    if ((await shipmentsWith(parts, client, id)).length === 0) await engine.save(systemFor(viewer), [removeRow('file', id)], { client })
  })
  return { success: true }
}

/** The shipment. Throws when the viewer may not add pictures to it. */
async function pictured(parts: FileParts, viewer: Viewer, id: string, client?: PoolClient): Promise<Row<'lahetys'>> {
  const [found] = await writable(parts, viewer, [id], client)
  if (!found) throw fault('not_found')
  return found.row
}

async function writable(
  { engine, pool }: FileParts,
  viewer: Viewer,
  ids: readonly string[],
  client?: PoolClient,
): Promise<TypedRow<'lahetys'>[]> {
  const { update } = reachOf('lahetys', viewer.roles)
  if (!update || (update.only && !update.only.includes('kuvat'))) throw fault('forbidden')
  const rows = await engine.load(viewer, 'lahetys', ids, { runner: client ?? pool })
  if (rows.some(({ mayRead, mayUpdate }) => mayRead && !mayUpdate)) throw fault('forbidden')
  return rows.filter(({ mayRead }) => mayRead)
}

/** The shipments that have the picture: those that the viewer may read, or all. */
async function shipmentsWith(
  { engine }: FileParts,
  runner: Pool | PoolClient,
  id: string,
  viewer?: Viewer,
): Promise<TypedRow<'lahetys'>[]> {
  const ids = await shipmentsWithPicture(runner, id)
  const shipments = await engine.load(viewer ?? system, 'lahetys', ids, { runner })
  return shipments.filter(({ mayRead }) => mayRead)
}

const fault = (kind: Fault['kind'], detail: string = faultKinds[kind].title, pointer?: string) =>
  new RequestFault({ kind, detail, ...(pointer === undefined ? {} : { pointer }) })

function refuseStrangers(shipment: Row<'lahetys'>, { asiakas, tilaus }: Added): void {
  if (tilaus !== undefined && tilaus !== shipment.tilaus) throw fault('invalid', 'Lähetys ei kuulu tähän tilaukseen.', '/tilaus')
  if (asiakas !== undefined && asiakas !== shipment.asiakas) throw fault('invalid', 'Lähetys ei ole tämän asiakkaan.', '/asiakas')
}

function refuseUnlessPicture(mime: string): void {
  if (fileKindOf(mime) !== 'image') throw fault('unsupported_media', 'Tiedosto ei ole kuva.', '/kuva')
}
