import { type Fault, RequestFault } from '#domain/errors.ts'
import { type FilterOperator, filterOperators } from '#domain/model/query/list-query.ts'
import { toNfc } from '#domain/values/nfc.ts'
import { firstValidMoment, lastMoment, startOfDay } from '#domain/values/time/time.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import { fieldOf, type Model, markOf, type Relation, type Resource, type Rights, relationOf, resourceNamed } from '../model.ts'
import { readSearch, type Search } from './search.ts'

/** A path from a resource through relations to something that can be compared. */
export type Path = {
  steps: readonly string[]
  leaf: string
  kind: LeafKind
  text: string
  values?: Readonly<Record<string, string>>
  /** Whether any moment of a day is compared as that day's midnight in Helsinki. */
  isDay?: boolean
}
export type LeafKind = 'text' | 'whole' | 'number' | 'coordinate' | 'flag' | 'mark' | 'choice' | 'choices' | 'numbers' | 'id' | 'tunniste'

export type FilterNode =
  | { conjunction: 'AND' | 'OR'; members: FilterNode[] }
  /** `values` are indexes into `Query.values`; `constants` are written into the statement, so that partial indexes can be used. */
  | { path: Path; operator: FilterOperator; values: number[]; constants: string[] | null }

export type Query = {
  filter: FilterNode | null
  /** `filter[q]` of a resource that can be searched. */
  search: Search | null
  sort: readonly { path: Path; descending: boolean }[]
  include: readonly (readonly string[])[]
  /** The requested fields and relations, by type; all of them for a type that is missing here. */
  fields: ReadonlyMap<string, ReadonlySet<string>>
  offset: number
  limit: number
  values: unknown[]
}

export const defaultLimit = 50
export const maxLimit = 250
const maxSorts = 8
const maxIncludes = 40
const deepestPath = 5
const deepestInclude = 4
/**
 * Limits on steps through relations, counted over all paths of a request. Conditions of an AND become one join, whose planning time grows
 * far faster than their number: with 20 steps PostgreSQL needs a quarter of a second, with 72 it needed 24 s and more than a gigabyte.
 * The dispatcher's list with every filter chosen has 17 steps and 8 includes.
 */
export const maxFilterSteps = 20
export const maxSteps = 32

/** Throws a fault that names the parameter of the request. */
export const refuse = (parameter: string, detail: string): never => {
  throw new RequestFault({ kind: 'bad_request', parameter, detail } satisfies Fault)
}

/** A filter that is not yet checked against the model: paths, operators and values as requested. */
export type RequestedFilter =
  | { conjunction: 'AND' | 'OR'; members: RequestedFilter[] }
  | { parameter: string; path: string; operator: string; values: readonly string[] }

/** The query of a list or a read, by HTTP or by a feature. */
export type RequestedQuery = {
  filter: RequestedFilter | null
  /** `filter[q]`. */
  search: string | null
  sort: readonly string[]
  /** Relation paths, with dots between their steps. */
  include: readonly string[]
  /** By JSON:API type. */
  fields: ReadonlyMap<string, readonly string[]>
  offset: number
  limit: number
}

export const emptyRequest: RequestedQuery = {
  filter: null,
  search: null,
  sort: [],
  include: [],
  fields: new Map(),
  offset: 0,
  limit: defaultLimit,
}

/**
 * Checks the query against the model and the rights; a refusal names what is unknown. A list of several types can be neither filtered
 * nor sorted, as no path exists in all of them.
 */
export function compileQuery(model: Model, rights: Rights, resources: readonly Resource[], requested: RequestedQuery): Query {
  const [resource, ...others] = resources
  if (!resource) throw new Error('A query is about some resource')
  if (others.length > 0 && (requested.filter || requested.search !== null || requested.sort.length > 0))
    refuse(requested.sort.length > 0 ? 'sort' : 'filter', 'Usean tyypin luetteloa ei voi suodattaa eikä järjestää.')
  const values: unknown[] = []
  const { search } = requested
  if (search !== null && !resource.entity.search) refuse('filter[q]', 'Tuntematon polku: q.')
  const query: Query = {
    search: search === null ? null : readSearch('filter[q]', search, values),
    sort: atMost('sort', requested.sort, maxSorts).map((part) => readSort(model, rights, resource, part)),
    include: atMost('include', requested.include, maxIncludes).map((part) => readInclude(model, rights, resources, part)),
    fields: new Map([...requested.fields].map(([type, names]) => [type, readFields(model, rights, type, names)])),
    filter: requested.filter && readFilter(model, rights, resource, requested.filter, values),
    offset: requested.offset,
    limit: requested.limit,
    values,
  }
  refuseTooManySteps(query)
  return query
}

/** The distinct values; refuses more than `max` of them. */
function atMost(parameter: string, values: readonly string[], max: number): string[] {
  const parts = [...new Set(values)]
  return parts.length > max ? refuse(parameter, `Anna enintään ${max}: ${parameter}.`) : parts
}

function readFilter(model: Model, rights: Rights, resource: Resource, filter: RequestedFilter, values: unknown[]): FilterNode {
  if ('conjunction' in filter)
    return { conjunction: filter.conjunction, members: filter.members.map((member) => readFilter(model, rights, resource, member, values)) }
  return readCondition(model, rights, resource, filter, values)
}

function refuseTooManySteps({ filter, sort, include }: Query): void {
  const sorting = sort.reduce((sum, { path }) => sum + path.steps.length, 0)
  const filtering = filter === null ? 0 : stepsOf(filter)
  const found = filtering + sorting
  if (found > maxFilterSteps)
    refuse(
      filtering > 0 ? 'filter' : 'sort',
      `Suodattimissa ja järjestyksessä voi kulkea yhteensä enintään ${maxFilterSteps} suhteen kautta (nyt ${found}).`,
    )
  // A step that two includes share is counted once.
  const including = new Set(include.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('.')))).size
  if (found + including > maxSteps)
    refuse(
      'include',
      `Suodattimissa, järjestyksessä ja mukaan otettavissa on yhteensä enintään ${maxSteps} suhdetta (nyt ${found + including}).`,
    )
}

const stepsOf = (node: FilterNode): number =>
  'conjunction' in node ? node.members.reduce((sum, member) => sum + stepsOf(member), 0) : node.path.steps.length

function readCondition(
  model: Model,
  rights: Rights,
  resource: Resource,
  condition: Exclude<RequestedFilter, { conjunction: string }>,
  values: unknown[],
): FilterNode {
  const { parameter } = condition
  const path = readPath(model, rights, resource, condition.path, parameter)
  const operator = condition.operator === '' ? (condition.values.length > 1 ? 'IN' : '=') : condition.operator
  if (!isOperator(operator)) return refuse(parameter, `The '${operator}' operator is not allowed in a filter parameter.`)
  const fitting = operatorsOf[path.kind]
  if (fitting && !fitting.has(operator)) return refuse(parameter, `Ehto ${operator} ei sovi: ${path.text}.`)
  const count = condition.values.length
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') {
    if (count > 0 && !(count === 1 && condition.values[0] === '')) refuse(parameter, `Ehto ${operator} ei ota arvoa: ${path.text}.`)
    return { path, operator, values: [], constants: null }
  }
  const between = operator === 'BETWEEN' || operator === 'NOT BETWEEN'
  const manyValues = operator === 'IN' || operator === 'NOT IN'
  if (between ? count !== 2 : manyValues ? count === 0 || count > 500 : count !== 1)
    refuse(parameter, `Ehdolla ${operator} on väärä määrä arvoja: ${path.text}.`)
  const read = condition.values.map((text) => readValue(path, operator, text, parameter))
  // Values of a closed set are written into the statement: they are few and validated, and allow the use of partial indexes.
  if (path.kind === 'flag' || path.kind === 'mark' || (path.kind === 'choice' && (operator === '=' || operator === '<>' || manyValues)))
    return { path, operator, values: [], constants: read.map(String) }
  if (manyValues) return { path, operator, values: [values.push(read) - 1], constants: null }
  return { path, operator, values: read.map((value) => values.push(value) - 1), constants: null }
}

/** Kinds that allow only some of the operators. */
const operatorsOf: { [K in LeafKind]?: ReadonlySet<FilterOperator> } = {
  flag: new Set(['=', '<>', 'IN', 'NOT IN', 'IS NULL', 'IS NOT NULL']),
  mark: new Set(['=', '<>']),
  // One value of the list must satisfy the condition; a part of a number has no meaning.
  numbers: new Set(['=', '<>', '>', '>=', '<', '<=', 'IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN', 'IS NULL', 'IS NOT NULL']),
}
const isOperator = (text: string): text is FilterOperator => (filterOperators as readonly string[]).includes(text)

const exactOperators = new Set<FilterOperator>(['=', '<>', 'IN', 'NOT IN'])

function readValue(path: Path, operator: FilterOperator, text: string, parameter: string): string | number {
  switch (path.kind) {
    case 'number':
    case 'coordinate':
    case 'whole':
    case 'numbers': {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value)) refuse(parameter, `Anna luku: ${path.text}.`)
      if ((path.kind === 'whole' || path.kind === 'numbers') && !Number.isSafeInteger(value))
        refuse(parameter, `Anna kokonaisluku: ${path.text}.`)
      return path.isDay && value >= firstValidMoment && value <= lastMoment ? startOfDay(value) : value
    }
    case 'flag':
    case 'mark':
      if (['1', 'true'].includes(text)) return 1
      return ['0', 'false'].includes(text) ? 0 : refuse(parameter, `Anna 1 tai 0: ${path.text}.`)
    case 'id':
      if (!uuidForm.test(text.toLowerCase())) refuse(parameter, `Anna tunniste (UUID): ${path.text}.`)
      return text.toLowerCase()
    default:
      if (path.kind === 'choice' && exactOperators.has(operator) && !Object.hasOwn(path.values ?? {}, text))
        refuse(parameter, `Tuntematon arvo: ${path.text}.`)
      if (text.includes('\0')) refuse(parameter, `Arvossa on merkki, jota ei voi käyttää: ${path.text}.`)
      return toNfc(text)
  }
}

function readSort(model: Model, rights: Rights, resource: Resource, text: string) {
  const descending = text.startsWith('-')
  const path = readPath(model, rights, resource, descending ? text.slice(1) : text, 'sort')
  let at = resource
  for (const step of path.steps) {
    const relation = relationOf(at, step)
    const to = relation && sortTarget(model, relation)
    if (!to) return refuse('sort', `Järjestystä ei voi tehdä usean rivin kautta: ${path.text}.`)
    at = to
  }
  if (path.kind === 'mark') refuse('sort', `Merkinnän mukaan ei voi järjestää: ${path.text}.`)
  if (path.kind === 'choices' || path.kind === 'numbers') refuse('sort', `Luettelon mukaan ei voi järjestää: ${path.text}.`)
  return { path, descending }
}

/** The resource through which a list can be sorted: the one row of a relation, or the rows that name this one in a relation of their own. */
export function sortTarget(model: Model, relation: Relation): Resource | null {
  if (relation.kind === 'one') return resourceNamed(model, relation.to)
  const [only, ...others] = relation.kind === 'inverse' ? relation.to : []
  if (relation.kind !== 'inverse' || relation.through || only === undefined || others.length > 0) return null
  const target = resourceNamed(model, only)
  return relationOf(target, relation.via)?.kind === 'one' ? target : null
}

/** The resource at the end of a relation that these roles see; null when there is no such relation, or when it leads to several types. */
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

function readFields(model: Model, rights: Rights, type: string, names: readonly string[]): ReadonlySet<string> {
  const parameter = `fields[${type}]`
  const resource = model.byType.get(type) ?? refuse(parameter, `Tuntematon tyyppi: ${type}.`)
  for (const name of names) if (!visible(rights, resource, name)) refuse(parameter, `Tuntematon kenttä: ${name}.`)
  return new Set(names)
}

const constants = ['langcode', 'revision_translation_affected', 'default_langcode', 'extra_fields', 'tunniste']

/** Whether a field or relation of this name is sent to these roles. */
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
  const isDay = field?.kind === 'day' || field?.kind === 'days'
  const path: Path = { steps: parts, leaf, kind: leafKind(column.kind, field?.kind), text, isDay }
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
