import { z } from 'zod'
import { keyOf } from '../../values/key-of.ts'
import { taskTypes } from './task-types.ts'

/** A moment that the driver recorded. Unix seconds. */
const stamp = z.strictObject({
  /** The true time, floored to the minute, as the record got it. */
  aika: z.int(),
  /** The device's own time; 0 when the action was not stored on a device. */
  laitteen_aika: z.int(),
  /** Seconds by which the server's clock was ahead of the device's; null when they were never compared. */
  laitteen_ero: z.int().nullable(),
  /** When the server got it. */
  saapui: z.int(),
})
export type Stamp = z.output<typeof stamp>

/**
 * What the driver recorded (rules/worktime.md#original). Only the driver's calls add to it, and nothing is ever removed. It holds no places, which are
 * erased from the tasks.
 */
const recordingSchema = z.strictObject({
  alku: stamp.nullable(),
  loppu: stamp.nullable(),
  /** In the order of their arrival; one of the type that ran at its time is here alone, and is no task of the day. */
  tehtavat: z.array(stamp.extend({ id: z.string(), tyyppi: keyOf(taskTypes) })),
  /** Starts and ends of the same day from another device; a start with its car. */
  muut: z.array(stamp.extend({ laji: z.enum(['alku', 'loppu']), auto: z.string().nullable().optional() })),
})
export type Recording = z.output<typeof recordingSchema>

export const noRecording: Recording = { alku: null, loppu: null, tehtavat: [], muut: [] }

export const recordingShape = {
  schema: recordingSchema,
  default: noRecording,
  show: ({ tehtavat }: Recording) => (tehtavat.length === 1 ? '1 työtehtävä' : `${tehtavat.length} työtehtävää`),
  fault: 'Kuljettajan merkinnät ovat virheellisiä.',
}
