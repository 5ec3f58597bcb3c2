import type { ComparedOrder } from '../../order-content.ts'
import { contentOf } from '../../order-content.ts'
import type { OrderValues } from '../../order-values.ts'

/** The parts of an order that are edited on its page. */
export type SectionName = 'paikat' | 'tavarat' | 'tuntityot' | 'ajankohta' | 'laskutus' | 'hinta'

const keys: Record<SectionName, readonly (keyof ComparedOrder)[]> = {
  paikat: ['nouto', 'toimitus'],
  tavarat: ['rows'],
  tuntityot: ['jobs'],
  ajankohta: ['toivottu_toimitus', 'ajat', 'viite', 'viesti'],
  laskutus: ['laskutus'],
  hinta: ['hinta'],
}
const names: readonly SectionName[] = ['paikat', 'tavarat', 'tuntityot', 'ajankohta', 'laskutus', 'hinta']

/** The parts in which the form differs from the stored order, as in a draft of an earlier visit. */
function changedSections(values: OrderValues, stored: OrderValues): SectionName[] {
  const [now, before] = [contentOf(values), contentOf(stored)]
  const differs = (key: keyof ComparedOrder) => JSON.stringify(now[key]) !== JSON.stringify(before[key])
  return names.filter((name) => keys[name].some(differs) || (name === 'ajankohta' && values.saa_jattaa !== stored.saa_jattaa))
}

/** The parts with a fault, by the paths of the form's fields. */
function faultySections(errors: Readonly<Record<string, unknown>>): SectionName[] {
  const heads = new Set(Object.keys(errors).flatMap((path) => (errors[path] ? [path.split('.')[0]] : [])))
  return names.filter((name) => keys[name].some((key) => heads.has(key)))
}

type Situation = {
  /** Opened by the person. */
  opened: readonly SectionName[]
  values: OrderValues
  stored: OrderValues
  errors: Readonly<Record<string, unknown>>
}

/** The parts that are open for editing. Goods and hourly work are edited together, and several deliveries with them. */
export function openSections({ opened, values, stored, errors }: Situation): ReadonlySet<SectionName> {
  const open = new Set([...opened, ...changedSections(values, stored), ...faultySections(errors)])
  const withPlaces = values.toimitus.length > 1
  const isLines = open.has('tavarat') || open.has('tuntityot') || (withPlaces && open.has('paikat'))
  if (!isLines) return open
  return new Set<SectionName>([...open, 'tavarat', 'tuntityot', ...(withPlaces ? ['paikat' as const] : [])])
}
