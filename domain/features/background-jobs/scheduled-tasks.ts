import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** `uusitaan`: the last attempt failed and another one follows. */
export const taskOutcomes = {
  onnistui: 'Onnistui',
  epaonnistui: 'Epäonnistui',
  uusitaan: 'Yritetään uudelleen',
  kaynnissa: 'Käynnissä',
} as const

/** What runs by schedule: the last run of the last three days, and the next one. */
export const scheduledTasksCall = defineCall({
  method: 'GET',
  path: '/api/ajastetut_tyot',
  roles: ['yllapito'],
  input: z.strictObject({}),
  output: listOf(
    z.strictObject({
      /** Of `taskLabels`; another one of another version of the server. */
      nimi: z.string(),
      /** When the last run began; 0 when there is none. */
      viimeksi: z.number(),
      /** Milliseconds; null while it runs, and of a run that did not end. */
      kesto: z.number().nullable(),
      tulos: z.enum(Object.keys(taskOutcomes) as (keyof typeof taskOutcomes)[]).nullable(),
      /** The kind of error of a run that failed; the server's log has the details. */
      virhe: z.string(),
      seuraavaksi: z.number(),
    }),
  ),
})
export type ScheduledTask = OutputOf<typeof scheduledTasksCall>['data'][number]
