import type { Resource } from '../model.ts'

/** How a column of an answer's row, text or null, is written as JSON. */
export type WireField = {
  name: string
  /** `raw` is JSON already (numbers, booleans, lists); `one` and `many` are ids of a relation, with the index of their type in `types`. */
  write: 'text' | 'raw' | 'one' | 'many'
  prefix?: string
  types?: readonly string[]
}
/** Writes a row as a JSON:API resource object. The row's columns start at `from`: the id, then the fields in order. */
export type ResourceWriter = (row: readonly (string | null)[], from: number) => string

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these.
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

export const jsonText = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`)

/**
 * Compiles the writer of a shape: keys, quotes and commas are prepared once, so that writing a row only joins strings. With `linked`
 * each relation has links to its own addresses (decision 12).
 */
export function compileWriter(
  resource: Resource,
  fields: readonly WireField[],
  constants: Readonly<Record<string, unknown>>,
  linked: boolean,
): ResourceWriter {
  const opening = `{"type":${JSON.stringify(resource.type)},"id":"`
  const self = `","links":{"self":{"href":${JSON.stringify(`${resource.path}/`).slice(0, -1)}`
  const steps = fields.map((field) => {
    const firstRelation = field.write === 'one' || field.write === 'many'
    return { key: `${JSON.stringify(field.name)}:`, write: stepOf(field), relation: firstRelation, links: linksOf(resource, field.name) }
  })
  const attributeSteps = steps.filter((step) => !step.relation)
  const relationSteps = steps.filter((step) => step.relation)
  const attributeKeys = attributeSteps.map((step, index) => (index === 0 ? step.key : `,${step.key}`))
  const relationKeys = relationSteps.map((step, index) => (index === 0 ? step.key : `,${step.key}`))
  const constantText = JSON.stringify(constants).slice(1, -1)
  const closing = `${attributeSteps.length > 0 && constantText !== '' ? ',' : ''}${constantText}}`
  return (row, from) => {
    const id = row[from]
    let text = `${opening}${id}${self}${id}"}},"attributes":{`
    let at = from + 1
    for (let index = 0; index < attributeSteps.length; index++) {
      const step = attributeSteps[index]
      if (step) text += attributeKeys[index] + step.write(row[at] ?? null)
      at++
    }
    text += closing
    if (relationSteps.length === 0) return `${text}}`
    text += ',"relationships":{'
    for (let index = 0; index < relationSteps.length; index++) {
      const step = relationSteps[index]
      if (step) text += relationKeys[index] + (linked ? withLinks(step, row[at] ?? null, id ?? '') : step.write(row[at] ?? null))
      at++
    }
    return `${text}}}`
  }
}

type Links = readonly [self: string, related: string, end: string]

/** A relation's links in pieces, between which the row's id is written. */
function linksOf({ path }: Resource, name: string): Links {
  const href = JSON.stringify(`${path}/`).slice(0, -1)
  return [`,"links":{"self":{"href":${href}`, `/relationships/${name}"},"related":{"href":${href}`, `/${name}"}}}`]
}

function withLinks(
  { write, links: [self, related, end] }: { write: (value: string | null) => string; links: Links },
  value: string | null,
  id: string,
): string {
  return `${write(value).slice(0, -1)}${self}${id}${related}${id}${end}`
}

function stepOf(field: WireField): (value: string | null) => string {
  const types = (field.types ?? []).map((type) => `{"type":${JSON.stringify(type)},"id":"`)
  const [only = ''] = types
  switch (field.write) {
    case 'text': {
      const { prefix = '' } = field
      return (value) => (value === null ? 'null' : jsonText(prefix + value))
    }
    case 'raw':
      return (value) => value ?? 'null'
    case 'one':
      return (value) => (value === null ? '{"data":null}' : `{"data":${only}${value}"}}`)
    case 'many':
      return (value) => {
        if (value === null || value === '') return '{"data":[]}'
        const items = value.split(',')
        return `{"data":[${items.map((item) => (types.length === 1 ? `${only}${item}"}` : manyTyped(types, item))).join(',')}]}`
      }
  }
}

/** `1:id`: the id of a row of the second type. */
const manyTyped = (types: readonly string[], item: string): string => {
  const colon = item.indexOf(':')
  return `${types[Number(item.slice(0, colon))] ?? ''}${item.slice(colon + 1)}"}`
}
