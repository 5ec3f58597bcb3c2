import type { Viewer } from '#domain/access/roles.ts'
import { markOf, type Resource } from '../model.ts'
import type { StoredRow } from './rows.ts'

/** Writes a value into a row. The value of a mark adds the viewer to the people of its relation or removes them; other people stay. */
export function setValue(resource: Resource, row: StoredRow, name: string, value: unknown, viewer: Viewer | null): void {
  const mark = markOf(resource, name)
  if (!mark) row[name] = value
  else if (viewer) {
    const others = peopleOf(row, mark.by).filter((id) => id !== viewer.userId)
    row[mark.by] = value === true ? [...others, viewer.userId] : others
  }
}

/** The value that the viewer sees. */
export function visibleValue(resource: Resource, row: StoredRow, name: string, viewer: Viewer | null): unknown {
  const mark = markOf(resource, name)
  return mark ? peopleOf(row, mark.by).includes(viewer?.userId) : row[name]
}

const peopleOf = (row: StoredRow, relation: string): unknown[] => {
  const people = row[relation]
  return Array.isArray(people) ? people : []
}
