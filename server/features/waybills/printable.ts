import { buffer } from 'node:stream/consumers'
import type { Viewer } from '#domain/access/roles.ts'
import { composeWaybills, type WaybillDocument, type WaybillInput } from '#domain/features/waybills/document.ts'
import type { LabelSheet, WaybillForm } from '#domain/features/waybills/forms.ts'
import { composeLabels, type LabelDocument } from '#domain/features/waybills/labels.ts'
import type { Context } from '#server/context.ts'
import type { FileStore } from '#server/platform/files/store/file-store.ts'
import { withinReach } from './queries.ts'
import { type Carrier, readWaybills, type WaybillSource } from './waybill-input.ts'

export type PrintOptions = { muoto: WaybillForm; arkki: LabelSheet }
/** An order's waybills as far as the viewer may read them; `isComplete`: the viewer may read all of it. */
export type Printable = { source: WaybillSource; isComplete: boolean }
/** The pictures of signatures by their files' ids; null for a missing one. */
export type Pictures = ReadonlyMap<string, Uint8Array | null>

/**
 * The waybills of the orders that the viewer may read, by id, each with the shipments that they may read: a driver's waybill has no
 * shipments of other drivers. The number of statements does not depend on the number of orders.
 */
export async function readPrintables(parts: Context & Carrier, viewer: Viewer, ids: readonly string[]): Promise<Map<string, Printable>> {
  const reached = await withinReach(parts, viewer, ids)
  const sources = await readWaybills(
    parts.pool,
    ids.filter((id) => reached.has(id)),
    parts,
  )
  return new Map(
    [...sources].map(([id, source]) => {
      const shipments = source.shipments.filter((shipment) => reached.has(shipment.id))
      return [id, { source: { ...source, shipments }, isComplete: shipments.length === source.shipments.length }]
    }),
  )
}

/** The signatures on the waybills. */
export async function readPictures(files: FileStore, sources: readonly WaybillSource[]): Promise<Pictures> {
  const ids = new Set(sources.flatMap(({ shipments }) => shipments.flatMap(({ signed }) => signed?.signature ?? [])))
  const pictures = new Map<string, Uint8Array | null>()
  for (const id of ids) {
    const stored = await files.open(id)
    pictures.set(id, stored && (await buffer(stored)))
  }
  return pictures
}

/** The program that draws a form (`makePdf`). */
export const drawingOf = ({ muoto, arkki }: PrintOptions): { program: URL; form: string } =>
  muoto === 'tarrat'
    ? { program: new URL('./pdf/draw-labels.worker.ts', import.meta.url), form: arkki }
    : { program: new URL('./pdf/draw-waybills.worker.ts', import.meta.url), form: muoto }

/** The documents of an order; none where nothing of it is transported. */
export function documentsOf(
  source: WaybillSource,
  muoto: WaybillForm,
  date: number,
  pictures: Pictures,
): (WaybillDocument | LabelDocument)[] {
  const input = inputOf(source, date, pictures)
  return muoto === 'tarrat' ? composeLabels(input) : composeWaybills(input, { multipage: muoto === 'lahetys' })
}

function inputOf(source: WaybillSource, date: number, pictures: Pictures): WaybillInput {
  const lahetykset = source.shipments.map(({ shipment, signed }) => ({
    ...shipment,
    kuittaus: signed && {
      nimenselvennys: signed.nimenselvennys,
      aika: signed.aika,
      kuva: signed.signature === null ? null : (pictures.get(signed.signature) ?? null),
    },
  }))
  return { ...source, lahetykset, date }
}
