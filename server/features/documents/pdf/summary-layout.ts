import type { Content, TableCell } from 'pdfmake/interfaces'
import { type Role, roleLabels } from '#domain/access/roles.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import type { PdfLayout } from '#server/platform/documents/draw-pdf.ts'

export type SummaryDocument = {
  readonly company: string
  readonly tunniste: string
  readonly name: string
  readonly kuvaus: string
  readonly versio: number
  /** When the PDF was created, unix seconds. */
  readonly made: number
  readonly recipients: readonly {
    readonly nimi: string
    readonly roolit: readonly Role[]
    readonly kuitattu: number
    readonly nimenselvennys: string
  }[]
}

const grey = '#4a5354'
const lineColour = '#9aa5a6'
const cell = (text: string, bold = false): TableCell => ({ text, bold })
const rolesText = (roles: readonly Role[]): string => roles.map((role) => roleLabels[role]).join(', ')

/** The missing and the given acknowledgements of a document's version, as two tables. */
export function summaryLayout(document: SummaryDocument): PdfLayout {
  const { company, tunniste, name, kuvaus, versio, made, recipients } = document
  const missing = recipients.filter(({ kuitattu }) => kuitattu === 0)
  const acknowledged = recipients.filter(({ kuitattu }) => kuitattu > 0)
  return {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    content: [
      { text: company, color: grey },
      { text: `${tunniste} ${name}`, fontSize: 18, bold: true, margin: [0, 4, 0, 2] },
      { text: `Versio ${versio} · kuitannut ${acknowledged.length}/${recipients.length} · ${formatMoment(made)}`, color: grey },
      ...(kuvaus === '' ? [] : [{ text: kuvaus, margin: [0, 10, 0, 0] as [number, number, number, number] }]),
      ...tableSection(
        `Kuittaamatta (${missing.length})`,
        ['Nimi', 'Rooli'],
        missing.map(({ nimi, roolit }) => [nimi, rolesText(roolit)]),
      ),
      ...tableSection(
        `Kuitannut (${acknowledged.length})`,
        ['Nimi', 'Rooli', 'Nimenselvennys', 'Kuitattu'],
        acknowledged.map(({ nimi, roolit, nimenselvennys, kuitattu }) => [nimi, rolesText(roolit), nimenselvennys, formatMoment(kuitattu)]),
      ),
    ],
    footer: (page, pages) => ({ text: `${tunniste} · sivu ${page}/${pages}`, alignment: 'right', color: grey, margin: [48, 20, 48, 0] }),
  }
}

function tableSection(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): Content[] {
  if (rows.length === 0) return []
  return [
    { text: title, fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: headings.map(() => '*'),
        body: [headings.map((heading) => cell(heading, true)), ...rows.map((row) => row.map((text) => cell(text)))],
      },
      layout: { hLineWidth: () => 0.5, vLineWidth: () => 0, hLineColor: () => lineColour, paddingLeft: () => 0 },
    },
  ]
}
