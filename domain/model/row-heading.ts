import type { Entity } from './define-entity.ts'
import { type EntityName, registry } from './registry.ts'

/** The field that people call a row of the entity by. */
export function headingOf(name: EntityName): string {
  const { heading }: Entity = registry[name]
  return heading ?? 'name'
}

/** What people call a row; '' when neither its heading nor its name nor its number has been read. */
export function rowHeading(name: EntityName, row: object): string {
  const texts = [headingOf(name), 'name', 'tunniste'].map((field): unknown => Reflect.get(row, field))
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
