import type { ShipmentState, Transition } from '#domain/entities/order/order.states.ts'

export type LineKind = 'lahetys' | 'tuntituote'

/** Buttons are verbs; the state tables have the drivers' short words. */
const verbs: Record<LineKind, Partial<Record<ShipmentState, string>>> = {
  lahetys: {
    kuljetuksessa: 'Merkitse noudetuksi',
    toimitettu: 'Merkitse toimitetuksi',
    odottaa_siirtoa: 'Vie terminaaliin',
    siirto: 'Merkitse siirto alkaneeksi',
    siirretty: 'Kirjaa terminaaliin',
    myohassa: 'Merkitse myöhästyväksi',
    peruutettu: 'Peruuta lähetys',
  },
  tuntituote: { kuljetuksessa: 'Aloita työ', toimitettu: 'Merkitse valmiiksi', peruutettu: 'Peruuta tuntityö' },
}

type Step = Pick<Transition<ShipmentState>, 'to' | 'back' | 'action'>

/** The label of a step's button. A step back has a verb already: "Palauta kuljetukseen". */
export function stepVerb(kind: LineKind, from: ShipmentState, { to, back, action }: Step): string {
  if (back) return action
  if (kind === 'lahetys' && to === 'kuljetuksessa' && from === 'siirretty') return 'Hae terminaalista'
  if (kind === 'lahetys' && to === 'kuljetuksessa' && from === 'myohassa') return 'Palauta kuljetukseen'
  return verbs[kind][to] ?? action
}

/** Steps away from the usual course, which a person chooses from the menu. */
const asideSteps: readonly ShipmentState[] = ['myohassa', 'odottaa_siirtoa', 'peruutettu']

/** The usual next step of those that the state table allows; null when there is none. */
export function nextStep<T extends { to: ShipmentState; back?: boolean | undefined }>(steps: readonly T[]): T | null {
  const forward = steps.filter(({ to, back }) => !back && !asideSteps.includes(to))
  return forward.find(({ to }) => to === 'toimitettu') ?? forward[0] ?? null
}
