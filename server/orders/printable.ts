import { buffer } from 'node:stream/consumers'
import { registry } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { composeWaybills, type WaybillInput } from '#domain/waybill/document.ts'
import type { LabelSheet, WaybillForm } from '#domain/waybill/forms.ts'
import { composeLabels } from '#domain/waybill/labels.ts'
import { linesOf, type PaperFacts } from '#domain/waybill/print-size.ts'
import { isReadable, newScope } from '../jsonapi/conditions.ts'
import { rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { param, sql } from '../jsonapi/sql.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import type { PrintPart } from './waybill/pdf.ts'
import { type Carrier, readWaybills, type WaybillSource } from './waybill-input.ts'

export type Wanted = { muoto: WaybillForm; arkki: LabelSheet }
/** An order's papers as far as the viewer may read them; `whole`: nothing of it was out of reach. */
export type Printable = { source: WaybillSource; whole: boolean }
/** The pictures of signatures by their files' ids; null where one cannot be had. */
export type Pictures = ReadonlyMap<string, Uint8Array | null>

/** Documents that are handed to the drawing process at a time: prints take turns between. */
const partSize = 10

/** A text's lines on paper: as many as its width gives, and those that it begins itself. */
const linesIn = (text: string, width: number): string =>
  `(length(${text}) + ${width - 1}) / ${width} + length(${text}) - length(replace(${text}, chr(10), ''))`

/**
 * How much there is to draw of the orders that the viewer may read, by id. It is asked before the papers themselves are: an
 * imported order may have thousands of shipments with long messages. A message that many shipments share is told once.
 */
export async function readPaperFacts(parts: JsonApi, viewer: Viewer, ids: readonly string[]): Promise<Map<string, PaperFacts>> {
  const scope = newScope(parts.model, parts.rightsOf(viewer))
  const lines = { message: linesIn('l.viesti', linesOf.charactersOfMessage), contents: linesIn('l.kuvaus', linesOf.charactersOfContents) }
  const rows = await rowsOf<PaperFacts & { id: string }>(
    parts.pool,
    viewer,
    sql`SELECT t.id, '${registry.tilaus.tunniste.prefix}-' || t.tilausnro AS tunniste, coalesce(sum(s.shipments), 0)::float8 AS shipments,
        coalesce(sum(s.packages), 0)::float8 AS packages, coalesce(sum(s.shipments * (1 + s.message / ${String(linesOf.page)})), 0)::float8 AS pages,
        coalesce(sum(s.message + s.contents), 0)::float8 AS lines
      FROM tilaus t LEFT JOIN LATERAL (
        SELECT count(*) AS shipments, sum(greatest(1, l.maara)) AS packages, ${lines.message} AS message, sum(${lines.contents}) AS contents
        FROM lahetys l WHERE l.tilaus_id = t.id AND l.status = 1 AND l.tila <> 'peruutettu' AND ${isReadable(scope, 'lahetys', 'l')}
        GROUP BY l.viesti) s ON true
      WHERE t.id = ANY(${param({ value: 0 })}::uuid[]) AND ${isReadable(scope, 'tilaus', 't')} GROUP BY t.id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/**
 * The papers of the orders that the viewer may read, by id, each with the shipments within reach: a driver's waybill says nothing
 * of other drivers' shipments. So many statements whatever the number of orders.
 */
export async function readPrintables(parts: JsonApi & Carrier, viewer: Viewer, ids: readonly string[]): Promise<Map<string, Printable>> {
  const reached = await withinReach(parts, viewer, ids)
  const sources = await readWaybills(
    parts.pool,
    ids.filter((id) => reached.has(id)),
    parts,
  )
  return new Map(
    [...sources].map(([id, source]) => {
      const shipments = source.shipments.filter((shipment) => reached.has(shipment.id))
      return [id, { source: { ...source, shipments }, whole: shipments.length === source.shipments.length }]
    }),
  )
}

/** Which of the orders and of their shipments the viewer may read. */
async function withinReach({ pool, model, rightsOf }: JsonApi, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const scope = newScope(model, rightsOf(viewer))
  const asked = sql`ANY(${param({ value: 0 })}::uuid[])`
  const statement = sql`SELECT t.id FROM tilaus t WHERE t.id = ${asked} AND ${isReadable(scope, 'tilaus', 't')}
    UNION ALL SELECT l.id FROM lahetys l WHERE l.tilaus_id = ${asked} AND ${isReadable(scope, 'lahetys', 'l')}`
  const rows = await rowsOf<{ id: string }>(pool, viewer, statement, [ids])
  return new Set(rows.map(({ id }) => id))
}

/** The signatures on the papers. */
export async function readPictures(files: FileStore, sources: readonly WaybillSource[]): Promise<Pictures> {
  const ids = new Set(sources.flatMap(({ shipments }) => shipments.flatMap(({ signed }) => signed?.signature ?? [])))
  const pictures = new Map<string, Uint8Array | null>()
  for (const id of ids) {
    const stored = await files.open(id)
    pictures.set(id, stored && (await buffer(stored)))
  }
  return pictures
}

/** What is drawn of an order, in parts of an easy size; none where nothing of it travels. */
export function partsOf(source: WaybillSource, { muoto, arkki }: Wanted, date: number, pictures: Pictures): PrintPart[] {
  const input = inputOf(source, date, pictures)
  if (muoto !== 'tarrat')
    return inParts(composeWaybills(input, { multipage: muoto === 'lahetys' }), partSize).map((documents) => ({
      form: 'rahtikirjat',
      documents,
    }))
  return inParts(composeLabels(input), partSize).map((documents) => ({ form: 'tarrat', sheet: arkki, documents }))
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
