import { z } from 'zod'
import { defineEntity, one } from '../../model/define-entity.ts'
import { json, moment, text } from '../../model/define-field.ts'

/** The longest check list, and the longest of its points in letters (rules/cars.md#departure-check). */
export const checkLimits = { points: 40, letters: 80 }

const checkedPoints = z
  .array(z.strictObject({ kohta: z.string().trim().min(1).max(checkLimits.letters), kunnossa: z.boolean() }))
  .max(checkLimits.points)
export type CheckedPoint = z.output<typeof checkedPoints>[number]

/** What a driver checked of a car before driving it, as it was then: nobody changes it. */
export const lahtotarkastus = defineEntity({
  name: 'lahtotarkastus',
  group: 'lahtotarkastus',
  bundle: 'lahtotarkastus',
  label: 'Ajoonlähtötarkastus',
  tunniste: { prefix: 'ALT', of: 'drupal_internal__id' },
  fields: {
    /** The device's own time: it may be sent much later. */
    tarkastettu: moment('Tarkastettu', { once: true }),
    kohdat: json<CheckedPoint[]>(
      'Kohdat',
      {
        schema: checkedPoints,
        default: [],
        show: (points) => points.map(({ kohta, kunnossa }) => `${kohta}: ${kunnossa ? 'kunnossa' : 'vika'}`).join(', '),
        fault: `Anna tarkastetut kohdat: enintään ${checkLimits.points}, kussakin kohta ja kunnossa.`,
      },
      { once: true },
    ),
    /** The driver's name: maintenance staff cannot read other users. */
    kirjaaja: text('Kirjaaja', { readOnly: true }),
  },
  relations: {
    auto: one('auto', 'Auto', { required: true, once: true, mustBe: 'live' }),
    kuljettaja: one('user', 'Kuljettaja', { required: true, once: true, mustBe: 'driver' }),
  },
})
