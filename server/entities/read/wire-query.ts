import type { Model, Resource, Rights } from '../model.ts'
import { compileQuery, emptyRequest, maxLimit, type Query, type RequestedFilter, type RequestedQuery, refuse } from './query.ts'

const maxConditions = 60
const maxOffset = 10_000_000

type Condition = Extract<RequestedFilter, { path: string }> & { values: string[]; memberOf: string }
type Group = { conjunction: 'AND' | 'OR'; memberOf: string }

/**
 * Parses a query string in Drupal's dialect of JSON:API (rules/http-api.md#jsonapi-dialect) without the model: parameters that are not part
 * of the dialect are refused by name. A parameter that occurs several times has a list in `parameters`.
 */
export function parseWireQuery(resources: readonly Resource[], parameters: Readonly<Record<string, unknown>>): RequestedQuery {
  const conditions = new Map<string, Condition>()
  const groups = new Map<string, Group>()
  const fields = new Map<string, readonly string[]>()
  const isSearched = resources.length === 1 && resources[0]?.entity.search !== undefined
  let query = emptyRequest
  for (const [parameter, entry] of Object.entries(parameters)) {
    const list = Array.isArray(entry) ? entry.map(String) : [String(entry)]
    const last = list.at(-1) ?? ''
    const [first = '', ...keys] = keysOf(parameter)
    if (resources.length > 1 && (first === 'filter' || first === 'sort'))
      refuse(parameter, `Usean tyypin luetteloa ei voi suodattaa eikä järjestää: ${parameter}.`)
    switch (first) {
      case 'filter':
        if (parameter === 'filter[q]' && isSearched) query = { ...query, search: last }
        else readFilterPart({ parameter, keys, list }, conditions, groups)
        break
      case 'sort':
        query = { ...query, sort: listOf(last) }
        break
      case 'include':
        query = { ...query, include: last === '' ? [] : listOf(last) }
        break
      case 'fields':
        fields.set(keys[0] ?? '', last === '' ? [] : listOf(last))
        break
      case 'page':
        if (keys[0] === 'offset') query = { ...query, offset: wholeNumber(parameter, last, maxOffset) }
        else if (keys[0] === 'limit') query = { ...query, limit: limitOf(parameter, last) }
        else refuse(parameter, `Tuntematon sivutuksen osa: ${parameter}.`)
        break
      case '_format':
      case 'resourceVersion':
        break
      default:
        refuse(parameter, `Tuntematon parametri: ${parameter}.`)
    }
  }
  return { ...query, fields, filter: filterTree(conditions, groups) }
}

const limitOf = (parameter: string, text: string): number =>
  Math.max(1, Math.min(maxLimit, wholeNumber(parameter, text, Number.MAX_SAFE_INTEGER)))

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** `filter[a][b]` → filter, a, b */
function keysOf(parameter: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(parameter)
  if (!match) return refuse(parameter, `Parametrin nimi ei kelpaa: ${parameter}.`)
  return [match[1] ?? '', ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
}

function wholeNumber(parameter: string, text: string, max: number): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) > max) refuse(parameter, `Anna kokonaisluku: ${parameter}.`)
  return Number(text)
}

function readFilterPart(
  { parameter, keys, list }: { parameter: string; keys: readonly string[]; list: readonly string[] },
  conditions: Map<string, Condition>,
  groups: Map<string, Group>,
): void {
  const [name = '', kind, part, ...rest] = keys
  const last = list.at(-1) ?? ''
  const condition = (path: string): Condition => {
    const made = conditions.get(name) ?? { parameter: `filter[${name}]`, path, operator: '', values: [], memberOf: '' }
    conditions.set(name, made)
    if (conditions.size > maxConditions) refuse(parameter, `Suodattimessa on enintään ${maxConditions} ehtoa.`)
    return made
  }
  const put = (target: Condition, what: string | undefined, more: readonly string[]): void => {
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

/** The conditions in their groups. Conditions without a group are members of the root, before its groups. */
function filterTree(conditions: ReadonlyMap<string, Condition>, groups: ReadonlyMap<string, Group>): RequestedFilter | null {
  if (conditions.size === 0 && groups.size === 0) return null
  const root: Extract<RequestedFilter, { conjunction: string }> = { conjunction: 'AND', members: [] }
  const nodes = new Map([['@root', root]])
  for (const [name, { conjunction }] of groups) nodes.set(name, { conjunction, members: [] })
  const parentOf = (memberOf: string, parameter: string) =>
    nodes.get(memberOf === '' ? '@root' : memberOf) ?? refuse(parameter, `Suodatinryhmää ei ole: ${memberOf}.`)
  for (const { memberOf, ...condition } of conditions.values()) parentOf(memberOf, condition.parameter).members.push(condition)
  for (const [name, group] of groups) {
    const visited = new Set([name])
    for (let up = group.memberOf; up !== '' && up !== '@root'; up = groups.get(up)?.memberOf ?? '') {
      if (visited.has(up)) refuse(`filter[${name}]`, `Suodatinryhmät viittaavat toisiinsa: ${name}.`)
      visited.add(up)
    }
    const node = nodes.get(name)
    if (node) parentOf(group.memberOf, `filter[${name}]`).members.push(node)
  }
  return root
}

/** Parses a query string and checks it against the model and the rights. */
export const parseQuery = (
  model: Model,
  rights: Rights,
  resources: readonly Resource[],
  parameters: Readonly<Record<string, unknown>>,
): Query => compileQuery(model, rights, resources, parseWireQuery(resources, parameters))
