import type { Cells, RelationOutcome } from './access-entry.ts'

// Cells that several entities share.

export const administrator: Cells = ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'all']
/** Of a role that may not read the entity, nor the entity from which the relation leads here. */
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
/** Of a role that may read every row and write none. */
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
/** Reads own rows, and makes rows for its own company while ordering (section 4, "Tallenna osoitteisiin"). */
export const readsAndMakesOwn: Cells = ['own', 'done', 'absent', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'own']
/** Of the roles without access to an entity that only yllapito may use; the last cell is the outcome through a relation. */
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
/** Reads and dismisses notices that are meant for the role or the person. */
export const dismisses: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way']
/** May acknowledge only documents meant for the viewer; acknowledgements cannot be changed. */
export const acknowledges: Cells = ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'own']
