import type { Content } from 'pdfmake/interfaces'
import type { WaybillDocument } from '#domain/features/waybills/document.ts'
import { colours, line, linesOf } from '#server/platform/documents/drawing/text.ts'
import { momentText } from './format.ts'

export const signaturesHeight = 118
const padding = 6
const pictureHeight = 36
const caption = { fontSize: 6.5, color: colours.quiet }

export type PictureName = { readonly name: string; readonly width: number; readonly height: number }

/**
 * The signature boxes above the page footer, whose top is 0.
 * @param picture the consignee's drawn signature; null when it cannot be shown, undefined when there is none
 */
export function signatures(document: WaybillDocument, picture: PictureName | null | undefined, { x: left, width }: Column): Content[] {
  const { acknowledgement, driver } = document
  const boxWidth = width / 3
  const consignee = { name: acknowledgement?.name ?? '', when: acknowledgement ? momentText(acknowledgement.when) : '', picture }
  const boxes: [string, Signed][] = [
    ['Lähettäjä', { name: '', when: '' }],
    ['Kuljettaja', { name: driver, when: '' }],
    ['Vastaanottaja', consignee],
  ]
  // Drawn upwards: pdfmake accepts no drawing that is higher than the footer.
  const frame = { type: 'rect' as const, y: -signaturesHeight, w: boxWidth, h: signaturesHeight, lineWidth: 0.5, lineColor: colours.rule }
  return [
    {
      canvas: boxes.map((_, index) => ({ ...frame, x: index * boxWidth })),
      relativePosition: { x: left, y: 0 },
    },
    ...boxes.flatMap(([label, of], index) => signed(label, of, { x: left + index * boxWidth + padding, width: boxWidth - 2 * padding })),
  ]
}

type Signed = { name: string; when: string; picture?: PictureName | null | undefined }
type Column = { x: number; width: number }

const top = (y: number): number => y - signaturesHeight

/** The fields of a box at fixed heights. */
function signed(label: string, { name, when, picture }: Signed, column: Column): Content[] {
  return [
    { ...line(label, { bold: true, fontSize: 8 }), relativePosition: { x: column.x, y: top(5) } },
    ...pictureOf(picture, column),
    ...field('Allekirjoitus', '', { ...column, y: 55 }),
    ...field('Nimenselvennys', name, { ...column, y: 81 }),
    ...field('Aika', when, { ...column, y: 106 }),
  ]
}

function pictureOf(picture: PictureName | null | undefined, { x, width }: Column): Content[] {
  if (picture === undefined) return []
  if (picture === null)
    return [{ ...line('Allekirjoituskuvaa ei voitu näyttää', { ...caption, fontSize: 7 }), relativePosition: { x, y: top(40) } }]
  const scale = Math.min(width / picture.width, pictureHeight / picture.height)
  const shown = { width: picture.width * scale, height: picture.height * scale }
  const relativePosition = { x: x + (width - shown.width) / 2, y: top(17) + pictureHeight - shown.height }
  return [{ image: picture.name, ...shown, relativePosition }]
}

function field(label: string, text: string, { x, y, width }: Column & { y: number }): Content[] {
  const rule = { type: 'line' as const, x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: colours.rule }
  return [
    ...linesOf(text, { width, limit: 1 }).map((one): Content => ({ ...one, relativePosition: { x, y: top(y - 12) } })),
    { canvas: [rule], relativePosition: { x, y: top(y) } },
    { ...line(label, caption), relativePosition: { x, y: top(y + 2) } },
  ]
}
