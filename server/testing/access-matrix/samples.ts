import { randomUUID } from 'node:crypto'
import { type EntityName, registry } from '#domain/model/registry.ts'

// What drafts and changes are made of.

export const to = (name: EntityName, id: string) => ({ type: registry[name].type, id })
export const unique = () => randomUUID().slice(0, 8)
