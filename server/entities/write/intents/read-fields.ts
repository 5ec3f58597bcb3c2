import type { Field } from '#domain/model/define-field.ts'
import { parseField } from '#domain/model/validation.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import { fieldOf, type Resource, type Rights, relationOf } from '../../model.ts'
import { visible } from '../../read/query.ts'
import type { Faults } from './faults.ts'
import type { Intent } from './intent.ts'

/** The rights that decide what may be written, and the collected faults. */
export type Reading = { rights: Rights; faults: Faults }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const serverSet = new Set([
  'drupal_internal__id',
  'created',
  'changed',
  'revision_created',
  'revision_log_message',
  'langcode',
  'revision_translation_affected',
  'default_langcode',
  'extra_fields',
  'tunniste',
])

export function readAttributes({ rights, faults }: Reading, intent: Intent, attributes: unknown): void {
  const { resource, op, pointer } = intent
  if (!isObject(attributes)) {
    faults.add('invalid', `${pointer}/attributes`, 'Kenttien (attributes) on oltava olio.')
    return
  }
  for (const [name, input] of Object.entries(attributes)) {
    const at = `${pointer}/attributes/${name}`
    const reference = resource.referenceAttributes.get(name)
    if (!visible(rights, resource, name)) faults.add('invalid', at, `Tuntematon kenttä: ${name}.`)
    else if (name === 'vid') {
      if (op === 'update' && typeof input === 'number' && Number.isInteger(input)) intent.vid = input
      else if (op === 'update' && input !== null) faults.add('invalid', at, 'Version (vid) on oltava kokonaisluku.')
    } else if (serverSet.has(name) || Object.hasOwn(resource.entity.aliases ?? {}, name)) continue
    else if (reference) setReference({ rights, faults }, intent, { name: reference, id: input === '' ? null : input, at })
    else setField({ rights, faults }, intent, { name, input, at })
  }
}

const nameField = (resource: Resource): Field => ({
  kind: 'text',
  label: 'Nimi',
  default: resource.entity.nameDefault ?? '',
  max: 255,
  required: resource.entity.nameRequired ?? false,
})
const statusField: Field = { kind: 'flag', label: 'Julkaistu', default: true }

type Input = { name: string; input: unknown; at: string }

function setField({ rights, faults }: Reading, intent: Intent, { name, input, at }: Input): void {
  const field = name === 'name' ? nameField(intent.resource) : name === 'status' ? statusField : fieldOf(intent.resource, name)
  if (!field) {
    faults.add('invalid', at, `Tuntematon kenttä: ${name}.`)
    return
  }
  if (field.readOnly) {
    intent.readOnlyValues[name] = input
    return
  }
  const parsed = parseField(field, input)
  if ('fault' in parsed) {
    const text = intent.op === 'update' && 'check' in field ? parseField({ ...field, check: undefined }, input) : null
    if (text && 'value' in text) {
      intent.refusedUnlessStored ??= {}
      intent.refusedUnlessStored[name] = { text: text.value, fault: parsed.fault }
    } else faults.add('invalid', at, parsed.fault)
    return
  }
  const value = name === 'status' ? (parsed.value ? 1 : 0) : parsed.value
  if (writable(intent, rights, name)) intent.values[name] = value
  else intent.readOnlyValues[name] = value
}

/** Whether the roles may write the field in this operation. Only administrators may change `status`; others remove rows with DELETE. */
export function writable(intent: Intent, rights: Rights, name: string): boolean {
  const reach = rights.reach(intent.resource.name)
  if (name === 'status') return rights.unpublished
  const cell = intent.op === 'add' ? reach.create : reach.update
  return !cell?.only || cell.only.includes(name)
}

type ReferenceInput = { name: string; id: unknown; at: string }

export function setReference({ rights, faults }: Reading, intent: Intent, { name, id, at }: ReferenceInput): void {
  const relation = relationOf(intent.resource, name)
  if (id !== null && !(typeof id === 'string' && uuidForm.test(id))) {
    faults.add('invalid', at, 'Viittauksen on oltava UUID tai null.')
    return
  }
  if (relation?.kind === 'one' && relation.readOnly) intent.readOnlyValues[name] = id
  else if (!writable(intent, rights, name)) intent.readOnlyValues[name] = id
  else if (intent.values[name] !== undefined && intent.values[name] !== id)
    faults.add('invalid', at, 'Sama viittaus on annettu kahdesti eri arvoisena.')
  else intent.values[name] = id
}
