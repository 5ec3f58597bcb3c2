import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { labelSheets, waybillForms } from '#domain/features/waybills/forms.ts'
import { orderTooLarge, printTooLarge, type WaybillSize } from '#domain/features/waybills/print-size.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { dayOf, startOfDay } from '#domain/values/time/time.ts'
import { readViewer } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { systemFor } from '#server/entities/engine.ts'
import { defineJob, type JobKind, type JobRun, type Outcome } from '#server/platform/background-jobs/define-job.ts'
import { newFile } from '#server/platform/files/new-file.ts'
import type { WaybillParts } from './order-waybill.ts'
import { documentsOf, drawingOf, type Pictures, type PrintOptions, readPictures, readPrintables } from './printable.ts'
import { readWaybillSizes } from './queries.ts'
import type { WaybillSource } from './waybill-input.ts'

const input = z.strictObject({ tilaus_ids: z.array(z.uuid()), muoto: z.enum(waybillForms), arkki: z.enum(labelSheets) })
export type PrintRequest = z.output<typeof input>

/** The stored result of a print. */
export const printResult = z.strictObject({
  file: z.strictObject({ id: z.uuid(), filename: z.string() }).optional(),
  virheet: z.array(z.strictObject({ id: z.uuid(), message: z.string() })),
})
type PrintResult = z.output<typeof printResult>

/** Orders that are read at a time: their rows and signatures are in memory together. */
const atOnce = 25
const names = { lahetys: 'rahtikirjat', koonti: 'koontirahtikirjat', tarrat: 'tarrat' } as const
const titles = { lahetys: 'Rahtikirjat', koonti: 'Koontirahtikirjat', tarrat: 'Tarrat' } as const

/** Identifies requests of the same user for the same orders in the same form. */
export const printRequestKey = (userId: string, request: PrintRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, request]))
    .digest('base64url')

/** Many orders' waybills as one PDF, with what the requesting user may read when it is made. Only that user may read the file. */
export const printWaybillsJob = (partsNow: () => Promise<WaybillParts>): JobKind<PrintRequest> =>
  defineJob({
    name: 'rahtikirjat',
    input,
    run: async (request, running) => {
      const parts = await partsNow()
      const viewer = running.tekija === null ? null : await readViewer(parts.pool, running.tekija)
      if (!viewer) throw new RequestFault({ kind: 'forbidden', detail: 'Tulosteen pyytäjällä ei ole enää oikeutta tilauksiin.' })
      return printOrders({ parts, viewer, today: startOfDay(parts.clock()), ...running }, request)
    },
  })

type Printing = Pick<JobRun, 'rowId' | 'signal' | 'progress'> & { parts: WaybillParts; viewer: Viewer; today: number }

/** Throws (422) when there is too much for one print. Returns the sizes of the orders that the viewer may read, by id. */
export async function refuseTooLarge(
  parts: Context,
  viewer: Viewer,
  { tilaus_ids, muoto }: Pick<PrintRequest, 'tilaus_ids' | 'muoto'>,
): Promise<ReadonlyMap<string, WaybillSize>> {
  const facts = await readWaybillSizes(parts, viewer, tilaus_ids)
  const tooLarge = printTooLarge([...facts.values()], muoto)
  if (tooLarge !== null) throw new RequestFault({ kind: 'invalid', pointer: '/tilaus_ids', detail: tooLarge })
  return facts
}

async function printOrders(printing: Printing, request: PrintRequest): Promise<Outcome> {
  const { parts, viewer, today } = printing
  const { muoto, tilaus_ids } = request
  // Checked again: the orders may have grown since the request.
  const sizes = await refuseTooLarge(parts, viewer, request)
  const facts = { title: `${titles[muoto]}, ${tilaus_ids.length} tilausta`, author: parts.carrier.nimi, created: today }
  // The job's key, not the user's: other PDFs of the user do not wait for the whole print.
  return parts.makePdf({ ...drawingOf(request), facts, fairKey: printing.rowId }, async (pdf) => {
    const virheet = await addOrders(printing, request, sizes, pdf.add)
    const drawn = await pdf.end()
    if (!drawn) return { result: { virheet } }
    const file = { id: randomUUID(), filename: `${names[muoto]}-${dayOf(today)}.pdf` }
    await parts.files.save(file.id, drawn)
    const row = newFile({
      ...file,
      ...{ filemime: 'application/pdf', filesize: drawn.size, tarkiste: drawn.tarkiste, asiakas: null, lisaaja: viewer.userId },
    })
    return {
      result: { file, virheet },
      // Bytes whose row is not stored are removed at night (sweep.ts).
      store: async (client) => {
        await parts.engine.save(systemFor(viewer), [row], { client })
      },
    }
  })
}

type AddDocuments = (documents: ReturnType<typeof documentsOf>) => Promise<void>

/** Adds the orders' documents; an order without documents is reported with a reason. */
async function addOrders(
  { parts, viewer, today, signal, progress }: Printing,
  { tilaus_ids: ids, ...options }: PrintRequest,
  sizes: ReadonlyMap<string, WaybillSize>,
  add: AddDocuments,
): Promise<PrintResult['virheet']> {
  const virheet: PrintResult['virheet'] = []
  let reported = 0
  for (const chunk of inParts(ids, atOnce)) {
    const tooLarge = new Map(
      chunk.flatMap((id) => {
        const size = sizes.get(id)
        const why = size ? orderTooLarge(size, options.muoto) : null
        return why === null ? [] : [[id, why] as const]
      }),
    )
    const easy = chunk.filter((id) => !tooLarge.has(id))
    const printables = await readPrintables(parts, viewer, easy)
    const sources = [...printables.values()].map(({ source }) => source)
    const pictures = await readPictures(parts.files, options.muoto === 'tarrat' ? [] : sources)
    for (const id of chunk) {
      signal.throwIfAborted()
      const drawn = tooLarge.get(id) ?? documentsOrFault(printables.get(id)?.source, options, today, pictures)
      if (typeof drawn === 'string') virheet.push({ id, message: drawn })
      else await add(drawn)
      progress(++reported, ids.length)
    }
  }
  return virheet
}

type DocumentsOrFault = ReturnType<typeof documentsOf> | string

function documentsOrFault(source: WaybillSource | undefined, { muoto }: PrintOptions, date: number, pictures: Pictures): DocumentsOrFault {
  if (!source) return 'Tilausta ei löydy.'
  const documents = documentsOf(source, muoto, date, pictures)
  return documents.length > 0 ? documents : `Tilauksella ${source.tilaus.tunniste} ei ole kuljetettavia lähetyksiä.`
}
