import { z } from 'zod'
import { defineEntity, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, json, moment } from '../../model/define-field.ts'
import { keyOf } from '../../values/key-of.ts'
import { formatTime } from '../../values/time/helsinki-clock.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'
import { taskTypes } from '../worktime/task-types.ts'

export const correctionStates = { avoin: 'Avoin', hyvaksytty: 'Hyväksytty', hylatty: 'Hylätty' } as const

/** More tasks than any working day has. */
const maxTasks = 200

const instant = z.int().min(firstValidMoment).max(lastMoment)
/** What the driver proposes: a new start or end of the day, the whole list of its tasks, or several of these. {} is a request in words alone. */
const proposal = z.strictObject({
  alkuaika: instant.optional(),
  loppuaika: instant.optional(),
  tyotehtavat: z
    .array(z.strictObject({ alkuaika: instant, tyyppi: keyOf(taskTypes) }))
    .min(1)
    .max(maxTasks)
    .optional(),
})
export type CorrectionProposal = z.output<typeof proposal>

/** `alkaa klo 6.00, päättyy klo 14.30` */
export function shownProposal({ alkuaika, loppuaika, tyotehtavat = [] }: CorrectionProposal): string {
  return [
    ...(alkuaika === undefined ? [] : [`alkaa klo ${formatTime(alkuaika)}`]),
    ...(loppuaika === undefined ? [] : [`päättyy klo ${formatTime(loppuaika)}`]),
    ...tyotehtavat.map((task) => `${formatTime(task.alkuaika)} ${taskTypes[task.tyyppi]}`),
  ].join(', ')
}

/** A driver's request to correct a working day (rules/worktime.md#corrections). */
export const tyoaika_korjauspyynto = defineEntity({
  name: 'tyoaika_korjauspyynto',
  group: 'tyoaika_korjauspyynto',
  bundle: 'tyoaika_korjauspyynto',
  label: 'Työajan korjauspyyntö',
  tunniste: { prefix: 'KP', of: 'drupal_internal__id' },
  fields: {
    perustelu: area('Perustelu', { required: true, max: 1000, once: true }),
    ehdotus: json<CorrectionProposal>(
      'Ehdotus',
      {
        schema: proposal,
        default: {},
        show: shownProposal,
        fault: 'Anna ehdotuksena uusi alkuaika, loppuaika tai työtehtävät alkuaikoineen ja tyyppeineen.',
      },
      { once: true },
    ),
    tila: choice('Tila', correctionStates, 'avoin', { readOnly: true }),
    vastaus: area('Vastaus', { max: 1000, readOnly: true }),
    vastattu: moment('Vastattu', { readOnly: true }),
  },
  relations: {
    tyovuoro_kirjaus: one('tyovuoro_kirjaus', 'Työaikakirjaus', { required: true, once: true }),
    kuljettaja: one('user', 'Kuljettaja', { required: true, once: true, mustBe: 'driver' }),
    vastaaja: one('user', 'Vastaaja', { readOnly: true }),
  },
})
export type CorrectionRequest = RowOf<typeof tyoaika_korjauspyynto>
