import type { Entity } from './define-entity.ts'
import { type EntityName, registry } from './registry.ts'

/** The field that is used as the display name of the entity's rows. */
export function headingOf(name: EntityName): string {
  const { heading }: Entity = registry[name]
  return heading ?? 'name'
}

/** The display name of a row; '' when none of its heading, name and number has been read. */
export function rowHeading(name: EntityName, row: object): string {
  const texts = [headingOf(name), 'name', 'tunniste'].map((field): unknown => Reflect.get(row, field))
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
