import type { BaseRow, Change, RowFault } from '../../model/define-entity.ts'

type Named = Pick<BaseRow, 'name'> & { reittinro: string }

const isNamed = ({ reittinro, name }: Named): boolean => reittinro !== '' || name !== ''

/** A standing or work route has a number or a name; one that was stored without either may stay so (rules/standing-routes.md#definition). */
export const routeNameFaults = ({ before, after }: Change<Named>): RowFault[] =>
  isNamed(after) || (before !== null && !isNamed(before)) ? [] : [{ field: 'name', detail: 'Anna reittinumero tai nimi.' }]
