import { z } from 'zod'
import { administratorsRead, defineCall, defineFileCall, type OutputOf } from '../../model/define-call.ts'
import { exportTypes } from '../exports/export-orders.ts'
import { exportFormats } from '../exports/order-export.ts'

/** What sums are divided by, with the label of the table. */
export const reportGroups = { asiakas: 'Asiakas', tyyppi: 'Tyyppi', auto: 'Auto', kuljettaja: 'Kuljettaja' } as const
export type ReportGroup = keyof typeof reportGroups

/** The rows of a group that are listed; the others are summed up in one row. */
export const maxReportRows = 100

const kuukausi = z
  .string()
  .regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'Anna kuukausi (kuukausi) muodossa 2026-11.')
  .optional()

/** The chosen month, the one before it, and the same month a year before. */
const compared = z.tuple([z.number(), z.number(), z.number()])
const reportRow = z.strictObject({
  /** Null for orders without one, and for the row of all others. */
  id: z.string().nullable(),
  nimi: z.string(),
  /** EUR without VAT. */
  summat: compared,
  /** Orders; of a car or a driver, the lines of orders. */
  maarat: compared,
})
export type ReportRow = z.output<typeof reportRow>

/** Delivered orders and their prices by customer, type, car and driver, and the age of the uninvoiced ones (rules/reports.md#sums). */
export const reportCall = defineCall({
  method: 'GET',
  path: '/api/raportit',
  roles: ['yllapito'],
  reads: administratorsRead('tilaus', 'tilaus_ryhma', 'lahetys', 'tuntituote', 'asiakas', 'auto', 'user'),
  input: z.strictObject({ kuukausi }),
  output: z.strictObject({
    /** The first moments of the months, unix seconds. */
    kuukaudet: compared,
    yhteensa: reportRow,
    ryhmat: z.strictObject({
      asiakas: z.array(reportRow),
      tyyppi: z.array(reportRow),
      auto: z.array(reportRow),
      kuljettaja: z.array(reportRow),
    }),
    /** By days since the delivery, the youngest first. */
    laskuttamatta: z.array(z.strictObject({ nimi: z.string(), tilauksia: z.number(), summa: z.number(), hinnattomia: z.number() })),
  }),
})
export type Report = OutputOf<typeof reportCall>

/** Ours: a table of the report as a CSV or .xlsx file. */
export const exportReportCall = defineFileCall({
  method: 'GET',
  path: '/api/raportit/tiedosto',
  roles: ['yllapito'],
  input: z.strictObject({
    kuukausi,
    taulukko: z.enum(['asiakas', 'tyyppi', 'auto', 'kuljettaja', 'laskuttamatta'], 'Tuntematon taulukko.'),
    muoto: z.enum(exportFormats, `Anna muoto (muoto): ${exportFormats.join(' tai ')}.`).default('csv'),
  }),
  types: Object.values(exportTypes),
})
export type ReportTable = z.output<typeof exportReportCall.input>['taulukko']
