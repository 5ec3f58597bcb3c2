import { type Fault, RequestFault } from '#domain/errors.ts'
import { fieldOf, type Model, markOf, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { readSearch, type Search, shapeOfSearch } from './search.ts'

/** A path from a resource through relations to something that can be compared. */
export type Path = { steps: readonly string[]; leaf: string; kind: LeafKind; text: string; values?: Readonly<Record<string, string>> }
export type LeafKind = 'text' | 'whole' | 'number' | 'coordinate' | 'flag' | 'mark' | 'choice' | 'choices' | 'numbers' | 'id' | 'tunniste'

export const operators = [
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'STARTS_WITH',
  'CONTAINS',
  'ENDS_WITH',
  'IN',
  'NOT IN',
  'BETWEEN',
  'NOT BETWEEN',
  'IS NULL',
  'IS NOT NULL',
] as const
export type Operator = (typeof operators)[number]

export type FilterNode =
  | { conjunction: 'AND' | 'OR'; members: FilterNode[] }
  /** `values` are the values' numbers in `Query.values`; `constants` stand in the statement itself, so that partial indexes serve. */
  | { path: Path; operator: Operator; values: number[]; constants: string[] | null }

export type Query = {
  filter: FilterNode | null
  /** `filter[q]` of a resource that is searched. */
  search: Search | null
  sort: readonly { path: Path; descending: boolean }[]
  include: readonly (readonly string[])[]
  /** Fields and relations asked for, by type; a type that is missing here gives all. */
  fields: ReadonlyMap<string, ReadonlySet<string>>
  offset: number
  limit: number
  values: unknown[]
}

export const defaultLimit = 50
export const maxLimit = 250
const mostConditions = 60
const mostSorts = 8
const mostIncludes = 40
const deepestPath = 5
const deepestInclude = 4
const furthestOffset = 10_000_000

const refuse = (parameter: string, detail: string): never => {
  throw new RequestFault({ kind: 'bad_request', parameter, detail } satisfies Fault)
}

/**
 * Reads the query of a list or a single read; anything unknown is refused by name. Where the rows are of several types,
 * they are neither filtered nor sorted: no path is the same in all of them.
 */
export function parseQuery(model: Model, rights: Rights, resources: readonly Resource[], given: Readonly<Record<string, unknown>>): Query {
  const [resource, ...others] = resources
  if (!resource) throw new Error('A query is about some resource')
  const values: unknown[] = []
  const conditions = new Map<string, RawCondition>()
  const groups = new Map<string, { conjunction: 'AND' | 'OR'; memberOf: string }>()
  const query: { -readonly [K in keyof Query]: Query[K] } = {
    filter: null,
    search: null,
    sort: [],
    include: [],
    fields: new Map(),
    offset: 0,
    limit: defaultLimit,
    values,
  }
  const fields = new Map<string, ReadonlySet<string>>()
  for (const [parameter, entry] of Object.entries(given)) {
    const list = Array.isArray(entry) ? entry.map(String) : [String(entry)]
    const last = list.at(-1) ?? ''
    const keys = keysOf(parameter)
    if (others.length > 0 && (keys[0] === 'filter' || keys[0] === 'sort'))
      refuse(parameter, `Usean tyypin luetteloa ei voi suodattaa eikä järjestää: ${parameter}.`)
    switch (keys[0]) {
      case 'filter':
        if (parameter === 'filter[q]' && resource.entity.search) query.search = readSearch(parameter, last, values)
        else readFilter(parameter, keys.slice(1), list, conditions, groups)
        break
      case 'sort':
        query.sort = listed(parameter, last, mostSorts).map((part) => readSort(model, rights, resource, part))
        break
      case 'include':
        query.include = last === '' ? [] : listed(parameter, last, mostIncludes).map((part) => readInclude(model, rights, resources, part))
        break
      case 'fields':
        fields.set(keys[1] ?? '', readFields(model, rights, parameter, keys[1] ?? '', last))
        break
      case 'page':
        if (keys[1] === 'offset') query.offset = wholeNumber(parameter, last, furthestOffset)
        else if (keys[1] === 'limit') query.limit = Math.max(1, Math.min(maxLimit, wholeNumber(parameter, last, Number.MAX_SAFE_INTEGER)))
        else refuse(parameter, `Tuntematon sivutuksen osa: ${parameter}.`)
        break
      case '_format':
      case 'resourceVersion':
        break
      default:
        refuse(parameter, `Tuntematon parametri: ${parameter}.`)
    }
  }
  query.fields = fields
  query.filter = filterTree(model, rights, resource, conditions, groups, values)
  return query
}

/** A comma-separated list; the same thing twice is once. */
function listed(parameter: string, text: string, most: number): string[] {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))]
  return parts.length > most ? refuse(parameter, `Anna enintään ${most}: ${parameter}.`) : parts
}

/** `filter[a][b]` → filter, a, b */
function keysOf(parameter: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(parameter)
  if (!match) return refuse(parameter, `Parametrin nimi ei kelpaa: ${parameter}.`)
  return [match[1] ?? '', ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
}

function wholeNumber(parameter: string, text: string, most: number): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) > most) refuse(parameter, `Anna kokonaisluku: ${parameter}.`)
  return Number(text)
}

type RawCondition = { parameter: string; path: string; operator: string; values: string[]; memberOf: string }

function readFilter(
  parameter: string,
  keys: readonly string[],
  list: readonly string[],
  conditions: Map<string, RawCondition>,
  groups: Map<string, { conjunction: 'AND' | 'OR'; memberOf: string }>,
): void {
  const [name = '', kind, part, ...rest] = keys
  const last = list.at(-1) ?? ''
  const condition = (path: string): RawCondition => {
    const made = conditions.get(name) ?? { parameter: `filter[${name}]`, path, operator: '', values: [], memberOf: '' }
    conditions.set(name, made)
    if (conditions.size > mostConditions) refuse(parameter, `Suodattimessa on enintään ${mostConditions} ehtoa.`)
    return made
  }
  const put = (target: RawCondition, what: string | undefined, more: readonly string[]): void => {
    if (what === 'path' && more.length === 0) target.path = last
    else if (what === 'operator' && more.length === 0) target.operator = last
    else if (what === 'memberOf' && more.length === 0) target.memberOf = last
    else if (what === 'value' && more.length <= 1) target.values.push(...list)
    else refuse(parameter, `Tuntematon suodattimen osa: ${parameter}.`)
  }
  if (name === '') refuse(parameter, `Suodattimelta puuttuu nimi: ${parameter}.`)
  if (kind === undefined) condition(name).values.push(last)
  else if (kind === 'group') {
    const group = groups.get(name) ?? { conjunction: 'AND' as const, memberOf: '' }
    if (part === 'conjunction' && (last === 'AND' || last === 'OR')) group.conjunction = last
    else if (part === 'memberOf') group.memberOf = last
    else refuse(parameter, `Tuntematon suodatinryhmän osa: ${parameter}=${last}.`)
    groups.set(name, group)
  } else if (kind === 'condition') put(condition(''), part, rest)
  else put(condition(name), kind, part === undefined ? [] : [part, ...rest])
}

function filterTree(
  model: Model,
  rights: Rights,
  resource: Resource,
  conditions: ReadonlyMap<string, RawCondition>,
  groups: ReadonlyMap<string, { conjunction: 'AND' | 'OR'; memberOf: string }>,
  values: unknown[],
): FilterNode | null {
  if (conditions.size === 0 && groups.size === 0) return null
  const nodes = new Map<string, { conjunction: 'AND' | 'OR'; members: FilterNode[] }>([['@root', { conjunction: 'AND', members: [] }]])
  for (const [name, group] of groups) nodes.set(name, { conjunction: group.conjunction, members: [] })
  const parentOf = (memberOf: string, parameter: string) =>
    nodes.get(memberOf === '' ? '@root' : memberOf) ?? refuse(parameter, `Suodatinryhmää ei ole: ${memberOf}.`)
  for (const condition of conditions.values())
    parentOf(condition.memberOf, condition.parameter).members.push(readCondition(model, rights, resource, condition, values))
  for (const [name, group] of groups) {
    const seen = new Set([name])
    for (let up = group.memberOf; up !== '' && up !== '@root'; up = groups.get(up)?.memberOf ?? '') {
      if (seen.has(up)) refuse(`filter[${name}]`, `Suodatinryhmät viittaavat toisiinsa: ${name}.`)
      seen.add(up)
    }
    const node = nodes.get(name)
    if (node) parentOf(group.memberOf, `filter[${name}]`).members.push(node)
  }
  return nodes.get('@root') ?? null
}

function readCondition(model: Model, rights: Rights, resource: Resource, given: RawCondition, values: unknown[]): FilterNode {
  const { parameter } = given
  const path = readPath(model, rights, resource, given.path, parameter)
  const operator = given.operator === '' ? (given.values.length > 1 ? 'IN' : '=') : given.operator
  if (!isOperator(operator)) return refuse(parameter, `The '${operator}' operator is not allowed in a filter parameter.`)
  const fitting = operatorsOf[path.kind]
  if (fitting && !fitting.has(operator)) return refuse(parameter, `Ehto ${operator} ei sovi: ${path.text}.`)
  const count = given.values.length
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') {
    if (count > 0 && !(count === 1 && given.values[0] === '')) refuse(parameter, `Ehto ${operator} ei ota arvoa: ${path.text}.`)
    return { path, operator, values: [], constants: null }
  }
  const between = operator === 'BETWEEN' || operator === 'NOT BETWEEN'
  const manyValues = operator === 'IN' || operator === 'NOT IN'
  if (between ? count !== 2 : manyValues ? count === 0 || count > 500 : count !== 1)
    refuse(parameter, `Ehdolla ${operator} on väärä määrä arvoja: ${path.text}.`)
  const read = given.values.map((text) => readValue(path, operator, text, parameter))
  // Values out of a closed set are written into the statement: they are few, checked, and let partial indexes be used.
  if (path.kind === 'flag' || path.kind === 'mark' || (path.kind === 'choice' && (operator === '=' || operator === '<>' || manyValues)))
    return { path, operator, values: [], constants: read.map(String) }
  if (manyValues) return { path, operator, values: [values.push(read) - 1], constants: null }
  return { path, operator, values: read.map((value) => values.push(value) - 1), constants: null }
}

/** Kinds that take only some of the operators. */
const operatorsOf: { [K in LeafKind]?: ReadonlySet<Operator> } = {
  flag: new Set(['=', '<>', 'IN', 'NOT IN', 'IS NULL', 'IS NOT NULL']),
  mark: new Set(['=', '<>']),
  // Of a list one value must satisfy it; parts of a number say nothing.
  numbers: new Set(['=', '<>', '>', '>=', '<', '<=', 'IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN', 'IS NULL', 'IS NOT NULL']),
}
const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text)

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const exactOperators = new Set<Operator>(['=', '<>', 'IN', 'NOT IN'])

function readValue(path: Path, operator: Operator, text: string, parameter: string): string | number {
  switch (path.kind) {
    case 'number':
    case 'coordinate':
    case 'whole':
    case 'numbers': {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value)) refuse(parameter, `Anna luku: ${path.text}.`)
      if ((path.kind === 'whole' || path.kind === 'numbers') && !Number.isSafeInteger(value))
        refuse(parameter, `Anna kokonaisluku: ${path.text}.`)
      return value
    }
    case 'flag':
    case 'mark':
      if (['1', 'true'].includes(text)) return 1
      return ['0', 'false'].includes(text) ? 0 : refuse(parameter, `Anna 1 tai 0: ${path.text}.`)
    case 'id':
      if (!uuidForm.test(text)) refuse(parameter, `Anna tunniste (UUID): ${path.text}.`)
      return text.toLowerCase()
    default:
      if (path.kind === 'choice' && exactOperators.has(operator) && !Object.hasOwn(path.values ?? {}, text))
        refuse(parameter, `Tuntematon arvo: ${path.text}.`)
      if (text.includes('\0')) refuse(parameter, `Arvossa on merkki, jota ei voi käyttää: ${path.text}.`)
      return text.normalize('NFC')
  }
}

function readSort(model: Model, rights: Rights, resource: Resource, text: string) {
  const descending = text.startsWith('-')
  const path = readPath(model, rights, resource, descending ? text.slice(1) : text, 'sort')
  let at = resource
  for (const step of path.steps) {
    const relation = relationOf(at, step)
    if (relation?.kind !== 'one') return refuse('sort', `Järjestystä ei voi tehdä usean rivin kautta: ${path.text}.`)
    at = resourceNamed(model, relation.to)
  }
  if (path.kind === 'mark') refuse('sort', `Merkinnän mukaan ei voi järjestää: ${path.text}.`)
  if (path.kind === 'choices' || path.kind === 'numbers') refuse('sort', `Luettelon mukaan ei voi järjestää: ${path.text}.`)
  return { path, descending }
}

/** The resource at the end of a relation that these roles see; null when there is none. A relation to several types leads nowhere. */
export function stepTo(model: Model, rights: Rights, resource: Resource, step: string): Resource[] | null {
  const relation = relationOf(resource, step)
  if (!relation || rights.reach(resource.name).hide.has(step)) return null
  if (relation.kind === 'inverse' && relation.hidden) return null
  const names = relation.kind === 'inverse' ? relation.to : [relation.to]
  return names.map((name) => resourceNamed(model, name))
}

function readInclude(model: Model, rights: Rights, resources: readonly Resource[], text: string): string[] {
  const steps = text.split('.')
  let at = resources
  if (steps.length > deepestInclude) refuse('include', `Mukaan otettava polku on liian pitkä: ${text}.`)
  for (const step of steps) {
    const next = at.flatMap((one) => stepTo(model, rights, one, step) ?? [])
    if (next.length === 0) refuse('include', `Tuntematon mukaan otettava suhde: ${text}.`)
    at = next
  }
  return steps
}

function readFields(model: Model, rights: Rights, parameter: string, type: string, text: string): ReadonlySet<string> {
  const resource = model.byType.get(type) ?? refuse(parameter, `Tuntematon tyyppi: ${type}.`)
  const names = text === '' ? [] : text.split(',').map((name) => name.trim())
  for (const name of names) if (!visible(rights, resource, name)) refuse(parameter, `Tuntematon kenttä: ${name}.`)
  return new Set(names)
}

const constants = ['langcode', 'revision_translation_affected', 'default_langcode', 'extra_fields', 'tunniste']

/** Whether a field or relation of this name is on the wire for these roles. */
export function visible(rights: Rights, resource: Resource, name: string): boolean {
  const key = resource.referenceAttributes.get(name) ?? name
  if (rights.reach(resource.name).hide.has(key) || (name === 'revision_log_message' && !rights.reasons)) return false
  const relation = relationOf(resource, key)
  if (relation) return !(relation.kind === 'inverse' && relation.hidden)
  return (
    resource.columnByKey.has(key) ||
    markOf(resource, key) !== undefined ||
    constants.includes(name) ||
    Object.hasOwn(resource.entity.aliases ?? {}, name)
  )
}

function readPath(model: Model, rights: Rights, resource: Resource, text: string, parameter: string): Path {
  const parts = text.split('.')
  const leafName = parts.pop() ?? ''
  const unknown = () => refuse(parameter, `Tuntematon polku: ${text}.`)
  if (parts.length > deepestPath || text.length > 200) return unknown()
  let at = resource
  for (const step of parts) {
    const next = stepTo(model, rights, at, step)
    const [only] = next ?? []
    if (!only || next?.length !== 1) return unknown()
    at = only
  }
  if (!visible(rights, at, leafName)) return unknown()
  const leaf = at.entity.aliases?.[leafName] ?? leafName
  if (leaf === 'tunniste') return { steps: parts, leaf, kind: 'tunniste', text }
  const reference = at.referenceAttributes.get(leaf)
  if (reference) return { steps: [...parts, reference], leaf: 'id', kind: 'id', text }
  if (markOf(at, leaf)) return { steps: parts, leaf, kind: 'mark', text }
  const column = at.columnByKey.get(leaf)
  if (!column || relationOf(at, leaf)) return unknown()
  if (column.kind === 'json') return refuse(parameter, `Kenttä ei käy suodattimeen eikä järjestykseen: ${text}.`)
  const field = fieldOf(at, leaf)
  const path: Path = { steps: parts, leaf, kind: leafKind(column.kind, field?.kind), text }
  return field?.kind === 'choice' ? { ...path, values: field.values } : path
}

function leafKind(columnKind: string, fieldKind: string | undefined): LeafKind {
  if (columnKind === 'id') return 'id'
  if (columnKind === 'status' || fieldKind === 'flag') return 'flag'
  if (fieldKind === 'choice' || fieldKind === 'choices' || fieldKind === 'coordinate') return fieldKind
  if (fieldKind === 'numbers' || fieldKind === 'days') return 'numbers'
  if (columnKind === 'text' || columnKind === 'area') return 'text'
  return columnKind === 'decimal' || columnKind === 'money' ? 'number' : 'whole'
}

/** Names the query's shape: queries of the same shape are the same statement with other values. */
export function shapeOf(query: Query): string {
  const node = (part: FilterNode): string =>
    'conjunction' in part
      ? `${part.conjunction}(${part.members.map(node).join(',')})`
      : `${part.path.text} ${part.operator} ${part.constants ? JSON.stringify(part.constants) : part.values.join('.')}`
  return [
    query.filter ? node(query.filter) : '',
    query.search ? shapeOfSearch(query.search) : '',
    query.sort.map((part) => (part.descending ? '-' : '') + part.path.text).join(','),
    query.include.map((path) => path.join('.')).join(','),
    [...query.fields].map(([type, names]) => `${type}:${[...names].join(',')}`).join(';'),
    query.limit,
    query.offset > 0,
  ].join('|')
}
