import { z } from 'zod'

const jobStates = ['odottaa', 'kaynnissa', 'valmis', 'epaonnistui', 'peruttu'] as const
export type JobState = (typeof jobStates)[number]

/** Work in the background as its asker follows it: every kind of it looks like this, its own result beside. */
export const backgroundJob = z.strictObject({
  id: z.uuid(),
  tila: z.literal(jobStates),
  /** How much of it is done, and how much there is; 0 and 0 before it has begun. */
  tehty: z.number(),
  kaikki: z.number(),
  luotu: z.number(),
  /** 0 until it has ended. */
  paattynyt: z.number(),
  /** Why it failed. */
  virhe: z.string(),
  /** What was made, once it is ready. */
  file: z.strictObject({ id: z.uuid(), uri: z.string(), filename: z.string() }).optional(),
  /** Rows that were left out, with the reason. */
  virheet: z.array(z.strictObject({ id: z.uuid(), message: z.string() })),
})
export type BackgroundJob = z.output<typeof backgroundJob>
