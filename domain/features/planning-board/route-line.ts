import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'

/** A shift has fewer stops. */
const maxLinePoints = 200
const coordinate = (max: number) => z.number('Anna koordinaatti lukuna.').min(-max).max(max)

/** The line by road through the places of a route, for the map of the board (rules/planning-board.md#map). Nothing is stored. */
export const routeLineCall = defineCall({
  method: 'POST',
  path: '/api/ajot/viiva',
  roles: ['yllapito'],
  secret: 'answer',
  input: z.strictObject({
    pisteet: z
      .array(z.strictObject({ lat: coordinate(90), lng: coordinate(180) }), 'Anna pisteet luettelona.')
      .min(2, 'Anna ainakin kaksi pistettä.')
      .max(maxLinePoints, `Pisteitä on enintään ${maxLinePoints}.`),
  }),
  output: z.strictObject({
    /** [lng, lat]; empty without a map provider, and when it does not answer. */
    data: z.array(z.tuple([z.number(), z.number()])),
  }),
})
