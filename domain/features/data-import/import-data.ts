import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { dryRunOutput, importInput, unmappedHeadings } from '../../model/import/import-call.ts'
import { dataColumnNames, importKindNames } from './import-kinds.ts'

/** What becomes of rows that exist already: left out, or changed by what the file has of them. */
export const existingChoices = { ohita: 'Jätä ennalleen', paivita: 'Päivitä tiedoston tiedoilla' } as const

/**
 * Brings all rows of a register in from a CSV or .xlsx file or none (rules/data-import.md#all-or-nothing; decision 62). With `tarkista`
 * nothing is stored: the answer shows the rows as they were read, every fault, and the rows that exist already.
 */
export const importDataCall = defineCall({
  method: 'POST',
  path: '/api/tuo-tiedot',
  roles: ['yllapito'],
  input: z.strictObject({
    laji: z.enum(importKindNames, `Valitse jokin: ${importKindNames.join(', ')}.`),
    ...importInput(dataColumnNames),
    olemassa: z.enum(Object.keys(existingChoices) as (keyof typeof existingChoices)[], 'Valitse ohita tai paivita.').default('ohita'),
    /** Mails the new people of `kayttajat` an invitation. */
    kutsut: z.boolean('Anna true tai false.').default(false),
  }),
  output: z.union([
    unmappedHeadings,
    z.strictObject({
      ...dryRunOutput(dataColumnNames),
      /** How many rows are new. */
      uusia: z.number(),
      /** The rows that exist already, with the name of the stored row. */
      jo: z.array(z.strictObject({ rivi: z.number(), id: z.uuid(), nimi: z.string() })),
    }),
    z.strictObject({
      success: z.literal(true),
      uusia: z.number(),
      paivitettyja: z.number(),
      ohitettuja: z.number(),
      /** How many invitations were mailed. */
      kutsuja: z.number(),
    }),
  ]),
})
