import { z } from 'zod'
import { recordingShape } from '../../entities/worktime/recording.ts'
import { reviewReasons, taskTypes } from '../../entities/worktime/task-types.ts'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { keyOf } from '../../values/key-of.ts'
import { payrollLayouts } from '../settings/payroll-settings.ts'
import { rangeDay } from '../shifts/shift-range.ts'
import { breachRow } from './driver-calls.ts'

/** The longest range of days that one call reads: a year with its neighbouring weeks. */
export const maxWorktimeDays = 400

/** The first and the last day, both included: any moment of each. Without them, the current two-week period. */
const range = { min: rangeDay('min').optional(), max: rangeDay('max').optional() }
const uuid = (name: string) => z.uuid(`Tunniste (${name}) on UUID.`).toLowerCase()
const layout = keyOf(payrollLayouts)

/** Minutes, as the fields of the record. */
export const worktimeSums = z.strictObject({
  ...{ aika_kesto: z.number(), aika_tyoaika: z.number(), aika_ylityo_50: z.number(), aika_ylityo_100: z.number() },
  ...{ aika_ilta: z.number(), aika_yo: z.number(), aika_pyha: z.number(), aika_ajo: z.number(), aika_lastaus: z.number() },
  ...{ aika_purku: z.number(), aika_muu: z.number(), aika_tauko: z.number(), aika_odotus: z.number() },
})
export type WorktimeSumFields = z.output<typeof worktimeSums>

const summaryRow = worktimeSums.extend({
  kuljettaja: z.uuid(),
  nimi: z.string(),
  henkilonumero: z.string(),
  kirjauksia: z.number(),
  /** The driver's open day, or null. */
  avoin: z.uuid().nullable(),
  varoituksia: z.number(),
  /** Ended records that are not checked, and those of them that have warnings or are in doubt. */
  tarkistamatta: z.array(z.uuid()),
  tarkistamatta_huomautuksin: z.number(),
  /** Checked records that payroll has not got, or whose correction it has not got. */
  lahettamatta: z.number(),
  /** Records that are in doubt (`tarkista`). */
  epaselvia: z.number(),
  korjauspyyntoja: z.number(),
})
const days = z.strictObject({ min: z.number(), max: z.number() })
const summaryOutput = z.strictObject({ data: z.array(summaryRow), meta: days.extend({ count: z.number() }) })

const listRow = worktimeSums.extend({
  id: z.uuid(),
  vid: z.number(),
  paiva: z.number(),
  alkuaika: z.number(),
  loppuaika: z.number(),
  auto: z.string(),
  tarkistettu: z.boolean(),
  lahetetty: z.boolean(),
  /** The sums of a sent record have changed since. */
  korjaus_lahettamatta: z.boolean(),
  /** The overtime of the period's checked records does not match the rule. */
  jakso_ei_tasmaa: z.boolean(),
  tarkista: z.array(keyOf(reviewReasons)),
  /** An administrator has changed what the driver recorded. */
  muokattu: z.boolean(),
  varoitukset: z.array(breachRow),
  /** Open correction requests. */
  korjauspyyntoja: z.number(),
})
const listOutput = z.strictObject({
  data: z.array(listRow),
  meta: days.extend({ count: z.number(), kuljettaja: z.strictObject({ id: z.uuid(), nimi: z.string(), henkilonumero: z.string() }) }),
})

const preview = z.strictObject({
  muoto: layout,
  vastaanottaja: z.string(),
  tiedosto: z.string(),
  /** The headings and the first rows of the file; [] without headings. */
  otsikot: z.array(z.string()),
  rivit: z.array(z.array(z.string())),
  riveja: z.number(),
  /** Records that would be sent, and those that would not: not checked, still open, sent before. */
  lahetetaan: z.number(),
  /** Of those that would be sent, the ones that were sent before and have been corrected: their difference, also from before `min`. */
  korjauksia: z.number(),
  tarkistamatta: z.array(z.strictObject({ kuljettaja: z.uuid(), nimi: z.string(), kirjauksia: z.number() })),
  avoimia: z.number(),
  jo_lahetetty: z.number(),
  /** Why payroll would not take the file, in Finnish. */
  puutteet: z.array(z.string()),
})
const previewOutput = z.strictObject({ data: preview })

const originalOutput = z.strictObject({
  data: z.strictObject({
    id: z.uuid(),
    /** What the driver recorded, with the device's times. */
    alkuperainen: recordingShape.schema,
    /** The same as a day: its start, its end (0 when the driver did not end it), its tasks, and their sums without overtime. */
    alkuaika: z.number(),
    loppuaika: z.number(),
    tyotehtavat: z.array(z.strictObject({ id: z.string(), alkuaika: z.number(), tyyppi: keyOf(taskTypes) })),
    summat: worktimeSums.omit({ aika_ylityo_50: true, aika_ylityo_100: true }),
    muokattu: z.boolean(),
  }),
})

const summaryInput = z.strictObject({ operation: z.literal('SUMMARY'), ...range })
const listInput = z.strictObject({ operation: z.literal('LIST'), kuljettaja: uuid('kuljettaja'), ...range })
const previewInput = z.strictObject({ operation: z.literal('PAYROLL_PREVIEW'), muoto: layout.optional(), ...range })
const originalInput = z.strictObject({ operation: z.literal('ORIGINAL'), id: uuid('id') })

const shared = {
  method: 'GET',
  path: '/api/tyovuoro-kirjaus-admin',
  roles: ['yllapito'],
  reads: administratorsRead(
    ...(['tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava', 'tyoaika_korjauspyynto', 'user', 'profile_kuljettaja', 'auto'] as const),
  ),
} as const

/** Reads as the web app makes them. The server has one route for all, `worktimeReadsCall`. */
export const worktimeSummaryCall = defineCall({ ...shared, input: summaryInput, output: summaryOutput })
export const worktimeListCall = defineCall({ ...shared, input: listInput, output: listOutput })
export const payrollPreviewCall = defineCall({ ...shared, input: previewInput, output: previewOutput })
export const originalCall = defineCall({ ...shared, input: originalInput, output: originalOutput })
export const worktimeReadsCall = defineCall({
  ...shared,
  input: z.discriminatedUnion(
    'operation',
    [summaryInput, listInput, originalInput, previewInput],
    'Tuntematon operaatio. Anna SUMMARY, LIST, ORIGINAL tai PAYROLL_PREVIEW.',
  ),
  output: z.union([summaryOutput, listOutput, originalOutput, previewOutput]),
})
export type WorktimeSummary = OutputOf<typeof worktimeSummaryCall>
export type WorktimeSummaryRow = WorktimeSummary['data'][number]
export type WorktimeList = OutputOf<typeof worktimeListCall>
export type WorktimeListRow = WorktimeList['data'][number]
export type PayrollPreview = OutputOf<typeof payrollPreviewCall>['data']
export type OriginalRecord = OutputOf<typeof originalCall>['data']
