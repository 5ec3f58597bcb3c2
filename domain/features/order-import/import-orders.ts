import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { columnNames } from './order-columns.ts'
import { maxImportBytes } from './order-table.ts'

/** The length of the largest file in base64. */
export const maxImportBase64 = Math.ceil(maxImportBytes / 3) * 4

const cellFault = z.strictObject({ rivi: z.number(), sarake: z.enum(['', ...columnNames]), viesti: z.string() })

/**
 * Imports all orders of a CSV or .xlsx file or none (rules/order-import.md#all-or-nothing; decision 19). With `tarkista` nothing is stored,
 * and the answer shows the parsed rows in the importer's columns, and every fault by row and column.
 */
export const importOrdersCall = defineCall({
  method: 'POST',
  path: '/api/import-tilaus-csv',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    /** Defaults to a customer's own. */
    asiakas_id: z.uuid('Asiakkaan tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    base64: z.string('Anna tiedosto base64-muodossa.').min(1, 'Tiedosto puuttuu.').meta({ contentEncoding: 'base64' }),
    tarkista: z.boolean('Anna true tai false.').default(false),
    /**
     * The columns of headings that the importer does not know: heading → column, '' leaves it out. A dry run returns the unknown headings
     * that are missing here before it reads any row; without a dry run their columns are left out.
     */
    otsikot: z.record(z.string().max(255), z.enum(['', ...columnNames], 'Tuntematon sarake.'), 'Anna otsikot oliona.').default({}),
    /** Imports the same content again, although it has been imported before. */
    uudelleen: z.boolean('Anna true tai false.').default(false),
  }),
  output: z.union([
    // The dry run found unknown headings: the rows have not been read yet.
    z.strictObject({
      success: z.literal(true),
      /** The known columns in the file. */
      sarakkeet: z.array(z.string()),
      kysyttavat: z.array(z.strictObject({ otsikko: z.string(), esimerkit: z.array(z.string()) })),
    }),
    z.strictObject({
      success: z.literal(true),
      sarakkeet: z.array(z.string()),
      /** `rivi` is the row's number in the file; its cells are in the order of `sarakkeet`. */
      rivit: z.array(z.strictObject({ rivi: z.number(), solut: z.array(z.string()) })),
      virheet: z.array(cellFault),
      /** Headings whose columns were left out. */
      tuntemattomat: z.array(z.string()),
      tilauksia: z.number(),
      /** When the same content was imported for this customer before (unix seconds); 0 for never. */
      tuotu: z.number(),
    }),
    z.strictObject({
      success: z.literal(true),
      tilauksia: z.number(),
      lahetyksia: z.number(),
      /** The names of the first and last created order (`T-1042`). */
      ensimmainen: z.string(),
      viimeinen: z.string(),
    }),
  ]),
})
