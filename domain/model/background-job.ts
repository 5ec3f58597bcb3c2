import { z } from 'zod'

const jobStates = ['odottaa', 'kaynnissa', 'valmis', 'epaonnistui', 'peruttu'] as const
export type JobState = (typeof jobStates)[number]

/** The progress of a background job, in the same shape for all kinds; each adds its own result. */
export const backgroundJob = z.strictObject({
  id: z.uuid(),
  tila: z.literal(jobStates),
  /** The completed and total amounts; 0 and 0 before the job has started. */
  tehty: z.number(),
  kaikki: z.number(),
  luotu: z.number(),
  /** 0 until it has ended. */
  paattynyt: z.number(),
  /** Why it failed. */
  virhe: z.string(),
  /** The generated file, once it is ready. */
  file: z.strictObject({ id: z.uuid(), uri: z.string(), filename: z.string() }).optional(),
  /** Rows that were left out, with the reason. */
  virheet: z.array(z.strictObject({ id: z.uuid(), message: z.string() })),
})
export type BackgroundJob = z.output<typeof backgroundJob>
