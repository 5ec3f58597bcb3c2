import type { Cells, RelationOutcome } from './access-entry.ts'

// Cells that several entities share.

export const administrator: Cells = ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'all']
/** Of a role that never meets the entity: the relation that would lead here starts where it may not read either. */
export const outside: Cells = ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']
export const outsideNoWay: Cells = [
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'no way',
]
/** Of a role that reads every row and writes none. */
export const readsAll = (through: RelationOutcome): Cells => [
  'all',
  'done',
  'done',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  through,
]
export const readsOwn: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own']
export const writesOwn: Cells = ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'done', 'absent', 'own']
/** Reads own ones and makes new ones of its own company with an order (section 4, "Tallenna osoitteisiin"). */
export const readsAndMakesOwn: Cells = ['own', 'done', 'absent', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'own']
/** Reached, made and kept by yllapito alone; the last one is what a relation there gives the others. */
export const refusedWith = (through: RelationOutcome): Cells => [
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  through,
]
export const administratorNoWay: Cells = ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way']
export const readsOwnNoWay: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way']
/** Dismisses what is meant for them. */
export const dismisses: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way']
/** Another's document is not there to be acknowledged; what was signed stays. */
export const acknowledges: Cells = ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'own']
