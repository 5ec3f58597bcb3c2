import { z } from 'zod'

/** The input that calls of imports share; `columns` are the names of the columns. */
export const importInput = (columns: readonly string[]) => ({
  base64: z.string('Anna tiedosto base64-muodossa.').min(1, 'Tiedosto puuttuu.').meta({ contentEncoding: 'base64' }),
  tarkista: z.boolean('Anna true tai false.').default(false),
  /**
   * The columns of headings that the importer does not know: heading → column, '' leaves it out. A dry run returns the unknown headings
   * that are missing here before it reads any row; without a dry run their columns are left out.
   */
  otsikot: z.record(z.string().max(255), z.enum(['', ...columns], 'Tuntematon sarake.'), 'Anna otsikot oliona.').default({}),
  /** Imports the same content again, although it has been imported before. */
  uudelleen: z.boolean('Anna true tai false.').default(false),
})

/** The answer of a dry run that found unknown headings: the rows have not been read yet. */
export const unmappedHeadings = z.strictObject({
  success: z.literal(true),
  /** The known columns in the file. */
  sarakkeet: z.array(z.string()),
  kysyttavat: z.array(z.strictObject({ otsikko: z.string(), esimerkit: z.array(z.string()) })),
})
export type UnmappedHeadings = z.output<typeof unmappedHeadings>

/** The answer of a dry run: the rows in the importer's columns, and every fault by row and column. */
export const dryRunOutput = (columns: readonly string[]) => ({
  success: z.literal(true),
  sarakkeet: z.array(z.string()),
  /** `rivi` is the row's number in the file; its cells are in the order of `sarakkeet`. */
  rivit: z.array(z.strictObject({ rivi: z.number(), solut: z.array(z.string()) })),
  virheet: z.array(z.strictObject({ rivi: z.number(), sarake: z.enum(['', ...columns]), viesti: z.string() })),
  /** Headings whose columns were left out. */
  tuntemattomat: z.array(z.string()),
  /** When the same content was imported before (unix seconds); 0 for never. */
  tuotu: z.number(),
})
/** What every dry run answers; each import adds its own counts. */
export type DryRun = {
  sarakkeet: string[]
  rivit: { rivi: number; solut: string[] }[]
  virheet: { rivi: number; sarake: string; viesti: string }[]
  tuntemattomat: string[]
  tuotu: number
}
