import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineFileCall } from '../../model/define-call.ts'
import { exportTypes } from '../exports/export-orders.ts'
import { exportFormats } from '../exports/order-export.ts'

/** The file is built in memory. */
export const maxExportedRows = 20_000

const ownParameters = ['tyyppi', 'sarakkeet', 'muoto', 'sort']

/** Ours: the rows of a list as a CSV or .xlsx file, with `filter` and `sort` as in the entity's JSON:API list. */
export const exportRegisterCall = defineFileCall({
  method: 'GET',
  path: '/api/rekisteri-vienti',
  roles,
  input: z
    .looseObject({
      /** JSON:API type, for example `auto_entity--auto_entity`. */
      tyyppi: z.string('Tyyppi puuttuu.').max(100),
      /** Fields and relations to one row, separated by commas; duplicates are ignored. */
      sarakkeet: z
        .string('Sarakkeet puuttuvat.')
        .max(2000)
        .transform((names) => [...new Set(names.split(','))]),
      muoto: z.enum(exportFormats, `Anna muoto (muoto): ${exportFormats.join(' tai ')}.`).default('csv'),
      sort: z.string().optional(),
    })
    .superRefine((query, context) => {
      for (const name of Object.keys(query))
        if (!ownParameters.includes(name) && !name.startsWith('filter['))
          context.addIssue({ code: 'custom', path: [name], message: `Tuntematon parametri: ${name}.` })
    }),
  types: Object.values(exportTypes),
})
