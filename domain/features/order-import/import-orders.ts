import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { columnNames } from './order-columns.ts'
import { maxImportBytes } from './order-table.ts'

/** Characters of base64 that hold the largest file. */
export const maxImportBase64 = Math.ceil(maxImportBytes / 3) * 4

const cellFault = z.strictObject({ rivi: z.number(), sarake: z.enum(['', ...columnNames]), viesti: z.string() })

/**
 * Orders out of a CSV or .xlsx file (rules/order-import.md#all-or-nothing; decision 19): all of them or none. With `tarkista` nothing is stored, and the answer
 * shows how the file was read: its rows in the columns of the importer, and every fault by row and column.
 */
export const importOrdersCall = defineCall({
  method: 'POST',
  path: '/api/import-tilaus-csv',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    /** A customer's own when not given. */
    asiakas_id: z.uuid('Asiakkaan tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    base64: z.string('Anna tiedosto base64-muodossa.').min(1, 'Tiedosto puuttuu.').meta({ contentEncoding: 'base64' }),
    tarkista: z.boolean('Anna true tai false.').default(false),
    /**
     * The columns of headings that the importer does not know: heading → column, '' leaves it out. A dry run returns the unknown headings
     * that are missing here before it reads any row; without a dry run their columns are left out.
     */
    otsikot: z.record(z.string().max(255), z.enum(['', ...columnNames], 'Tuntematon sarake.'), 'Anna otsikot oliona.').default({}),
    /** Stores the same contents once more, although they have been imported before. */
    uudelleen: z.boolean('Anna true tai false.').default(false),
  }),
  output: z.union([
    // The dry run found unknown headings: the rows have not been read yet.
    z.strictObject({
      success: z.literal(true),
      /** The columns that the file has. */
      sarakkeet: z.array(z.string()),
      kysyttavat: z.array(z.strictObject({ otsikko: z.string(), esimerkit: z.array(z.string()) })),
    }),
    z.strictObject({
      success: z.literal(true),
      sarakkeet: z.array(z.string()),
      /** `rivi` is the row's number in the file; its cells stand in the order of `sarakkeet`. */
      rivit: z.array(z.strictObject({ rivi: z.number(), solut: z.array(z.string()) })),
      virheet: z.array(cellFault),
      /** Headings that were left out. */
      tuntemattomat: z.array(z.string()),
      tilauksia: z.number(),
      /** When the same contents were imported for this customer before, unix seconds; 0 is never. */
      tuotu: z.number(),
    }),
    z.strictObject({
      success: z.literal(true),
      tilauksia: z.number(),
      lahetyksia: z.number(),
      /** The names of the first and last order that was made (`T-1042`). */
      ensimmainen: z.string(),
      viimeinen: z.string(),
    }),
  ]),
})
