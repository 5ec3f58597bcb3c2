import { z } from 'zod'
import { maySee } from '../../access/reach.ts'
import type { Role } from '../../access/roles.ts'
import { hourlyStates, orderStates, shipmentStates } from '../../entities/order/order.states.ts'
import { type Audience, orderBadge, orderLateDays, statusLabels } from '../../entities/order/order.status.ts'
import { keyOf } from '../../values/key-of.ts'

const line = {
  viite: z.string(),
  nouto_nimi: z.string(),
  nouto_osoite1: z.string(),
  nouto_postinro: z.string(),
  nouto_postitmp: z.string(),
  kuljettaja: z.object({ field_fullname: z.string() }).nullish(),
  auto: z.object({ rekisterinumero: z.string() }).nullish(),
}
/** An order as the export reads it; fields that the policy table hides from a role are missing. */
export const exportedOrder = z.object({
  tunniste: z.string(),
  tilauksen_tila: keyOf(orderStates),
  toivottu_toimitus: z.number(),
  timestamp_toimitettu: z.number(),
  hinta: z.number().optional(),
  asiakas: z.object({ name: z.string() }).nullable(),
  tilaus_ryhma: z.object({ tunniste: z.string(), hinta: z.number() }).nullish(),
  lahetykset: z.array(
    z.object({
      ...line,
      tila: keyOf(shipmentStates),
      toimitus_nimi: z.string(),
      toimitus_osoite1: z.string(),
      toimitus_postinro: z.string(),
      toimitus_postitmp: z.string(),
      toivottu_toimitus: z.number(),
      maara: z.number(),
      paino: z.number(),
    }),
  ),
  tuntituotteet: z.array(z.object({ ...line, tila: keyOf(hourlyStates), toimituspaiva: z.number() })),
})
export type ExportedOrder = z.output<typeof exportedOrder>

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** A sheet is built in memory, while a CSV file is streamed. */
export const maxSheetOrders = 20_000

/** `day` is a day in unix seconds, `money` euros; an empty cell is '', and 0 for those two. */
export type CellKind = 'text' | 'count' | 'kilos' | 'money' | 'day'
type CellContext = { now: number; audience: Audience }
export type ExportColumn = {
  header: string
  /** The width in a sheet, in characters. */
  width: number
  /** Limits the column to some roles. */
  visibleTo?: (held: readonly Role[]) => boolean
} & (
  | { kind: 'text'; of: (order: ExportedOrder, context: CellContext) => string }
  | { kind: Exclude<CellKind, 'text'>; of: (order: ExportedOrder, context: CellContext) => number }
)

const linesOf = ({ lahetykset, tuntituotteet }: ExportedOrder) => [...lahetykset, ...tuntituotteet]
/** The distinct non-empty texts. */
const each = (texts: readonly (string | undefined)[], by: string): string => [...new Set(texts.filter(Boolean))].join(by)
const place = (name: string, street: string, code: string, town: string): string =>
  [name, street, `${code} ${town}`.trim()].filter(Boolean).join(', ')
/** Cancelled lines count only when all are cancelled. */
const counted = ({ lahetykset }: ExportedOrder) => {
  const live = lahetykset.filter(({ tila }) => tila !== 'peruutettu')
  return live.length > 0 ? live : lahetykset
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
/** Summed in units of ten grams, as weights are stored, so that 0,1 + 0,2 is 0,3. */
const kilosOf = (lines: readonly { paino: number }[]): number => sum(lines.map(({ paino }) => Math.round(paino * 100))) / 100

const seesPrices = (held: readonly Role[]): boolean => maySee('tilaus', held, 'hinta')

/** The columns of an exported list of orders, in both formats. */
const columns: readonly ExportColumn[] = [
  { header: 'Tilaus', width: 10, kind: 'text', of: ({ tunniste }) => tunniste },
  {
    header: 'Tila',
    width: 16,
    kind: 'text',
    of: (order, { audience }) => statusLabels[orderBadge(order, linesOf(order), audience)],
  },
  { header: 'Asiakas', width: 28, kind: 'text', of: ({ asiakas }) => asiakas?.name ?? '' },
  {
    header: 'Noutopaikka',
    width: 40,
    kind: 'text',
    of: (order) =>
      each(
        linesOf(order).map((row) => place(row.nouto_nimi, row.nouto_osoite1, row.nouto_postinro, row.nouto_postitmp)),
        ' / ',
      ),
  },
  {
    header: 'Toimituspaikka',
    width: 40,
    kind: 'text',
    of: ({ lahetykset }) =>
      each(
        lahetykset.map((row) => place(row.toimitus_nimi, row.toimitus_osoite1, row.toimitus_postinro, row.toimitus_postitmp)),
        ' / ',
      ),
  },
  { header: 'Toivottu toimitus', width: 16, kind: 'day', of: ({ toivottu_toimitus }) => toivottu_toimitus },
  { header: 'Myöhässä (pv)', width: 12, kind: 'count', of: (order, { now }) => orderLateDays(order, linesOf(order), now) },
  { header: 'Toimitettu', width: 12, kind: 'day', of: ({ timestamp_toimitettu }) => timestamp_toimitettu },
  { header: 'Kollit', width: 8, kind: 'count', of: (order) => sum(counted(order).map(({ maara }) => maara)) },
  { header: 'Paino (kg)', width: 11, kind: 'kilos', of: (order) => kilosOf(counted(order)) },
  {
    header: 'Kuljettaja',
    width: 22,
    kind: 'text',
    visibleTo: (held) => maySee('lahetys', held, 'kuljettaja'),
    of: (order) =>
      each(
        linesOf(order).map(({ kuljettaja }) => kuljettaja?.field_fullname),
        ', ',
      ),
  },
  {
    header: 'Auto',
    width: 12,
    kind: 'text',
    visibleTo: (held) => maySee('lahetys', held, 'auto'),
    of: (order) =>
      each(
        linesOf(order).map(({ auto }) => auto?.rekisterinumero),
        ', ',
      ),
  },
  {
    header: 'Viitteet',
    width: 22,
    kind: 'text',
    of: (order) =>
      each(
        linesOf(order).map(({ viite }) => viite),
        ', ',
      ),
  },
  {
    header: 'Hinta (€)',
    width: 11,
    kind: 'money',
    visibleTo: seesPrices,
    // In a group the joint price is paid, not the order's own.
    of: ({ hinta = 0, tilaus_ryhma }) => (tilaus_ryhma ? 0 : hinta),
  },
  { header: 'Ryhmä', width: 9, kind: 'text', visibleTo: seesPrices, of: ({ tilaus_ryhma }) => tilaus_ryhma?.tunniste ?? '' },
  { header: 'Ryhmän yhteishinta (€)', width: 22, kind: 'money', visibleTo: seesPrices, of: ({ tilaus_ryhma }) => tilaus_ryhma?.hinta ?? 0 },
]

/** The columns for these roles. */
export const exportColumns = (held: readonly Role[]): readonly ExportColumn[] =>
  columns.filter(({ visibleTo }) => visibleTo === undefined || visibleTo(held))
