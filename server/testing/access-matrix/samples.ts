import { randomUUID } from 'node:crypto'
import { type EntityName, registry } from '#domain/model/registry.ts'

// Values for drafts and changes.

export const to = (name: EntityName, id: string) => ({ type: registry[name].type, id })
export const unique = () => randomUUID().slice(0, 8)
