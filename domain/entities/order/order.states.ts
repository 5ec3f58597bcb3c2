import type { Features } from '../../model/features.ts'

/** Order states (rules/orders.md#order-states) with their labels. */
export const orderStates = {
  uusi: 'Odottaa noutoa',
  kuljetuksessa: 'Kuljetuksessa',
  toimitettu: 'Toimitettu',
  laskutettu: 'Laskutettu',
} as const
export type OrderState = keyof typeof orderStates

export const orderTypes = { lahetys: 'Lähetys', tunti: 'Tuntityö', vuokraus: 'Vuokraus' } as const

/** Whether goods may be left without a signature; a stored order has one of the first two. */
export const leavings = { ei: 'Ei saa jättää', kylla: 'Saa jättää', oletus: 'Asiakkaan oletus' } as const

/** Shipment states (rules/orders.md#shipment-states). */
export const shipmentStates = {
  odottaa_noutoa: 'Odottaa noutoa',
  odottaa_siirtoa: 'Siirto terminaaliin',
  siirto: 'Siirrossa',
  siirretty: 'Terminaalissa',
  kuljetuksessa: 'Kuljetuksessa',
  toimitettu: 'Toimitettu',
  myohassa: 'Myöhässä',
  peruutettu: 'Peruutettu',
} as const
export type ShipmentState = keyof typeof shipmentStates
export const isShipmentState = (value: unknown): value is ShipmentState => typeof value === 'string' && Object.hasOwn(shipmentStates, value)
/** Customers never see these: they are shown `kuljetuksessa` (rules/orders.md#transfer-states). */
export const transferStates = ['odottaa_siirtoa', 'siirto', 'siirretty'] as const satisfies readonly ShipmentState[]

/** Hourly job states (rules/orders.md#hourly-job-states). */
export const hourlyStates = {
  odottaa_noutoa: 'Odottaa noutoa',
  kuljetuksessa: 'Kuljetuksessa',
  toimitettu: 'Toimitettu',
  peruutettu: 'Peruutettu',
} as const
export type HourlyState = keyof typeof hourlyStates

/** The sort weight of a state (`tila_weight`): open work first. Transfers weigh as under way, so that customers cannot tell them apart. */
export const orderStateWeights: Record<OrderState, number> = { uusi: 0, kuljetuksessa: 10, toimitettu: 20, laskutettu: 30 }
export const shipmentStateWeights: Record<ShipmentState, number> = {
  myohassa: 0,
  odottaa_noutoa: 5,
  odottaa_siirtoa: 10,
  siirto: 10,
  siirretty: 10,
  kuljetuksessa: 10,
  toimitettu: 20,
  peruutettu: 40,
}

/** The role in which a person changes a state; the policy table has already limited the rows. */
export type StateActor = 'yllapito' | 'kuljettaja' | 'asiakas'

/** One row of the state tables: rules/orders.md#shipment-states. */
export type Transition<S extends string> = {
  from: readonly S[]
  to: S
  who: readonly StateActor[]
  /** The person must give a reason. */
  reason?: true
  /** The driver may do it only this many seconds after the state last changed (undo). */
  driverWithin?: number
  /** A step back: its button is apart from the steps forward. */
  back?: true
  /** The label of the button. */
  action: string
}

const undoSeconds = 10 * 60

const withTransfers: readonly Transition<ShipmentState>[] = [
  { from: ['odottaa_noutoa'], to: 'kuljetuksessa', who: ['kuljettaja', 'yllapito'], action: 'Noudettu' },
  { from: ['odottaa_noutoa'], to: 'peruutettu', who: ['asiakas'], action: 'Peruuta' },
  {
    from: ['odottaa_noutoa', 'kuljetuksessa', 'myohassa'],
    to: 'odottaa_siirtoa',
    who: ['kuljettaja', 'yllapito'],
    action: 'Siirto terminaaliin',
  },
  { from: ['odottaa_siirtoa'], to: 'siirto', who: ['kuljettaja', 'yllapito'], action: 'Siirrossa' },
  { from: ['odottaa_siirtoa', 'siirto'], to: 'siirretty', who: ['kuljettaja', 'yllapito'], action: 'Terminaalissa' },
  { from: ['siirretty'], to: 'kuljetuksessa', who: ['kuljettaja', 'yllapito'], action: 'Noudettu terminaalista' },
  { from: ['odottaa_noutoa', 'kuljetuksessa'], to: 'myohassa', who: ['kuljettaja', 'yllapito'], action: 'Myöhässä' },
  { from: ['myohassa'], to: 'kuljetuksessa', who: ['kuljettaja', 'yllapito'], action: 'Kuljetuksessa' },
  { from: ['kuljetuksessa', 'myohassa'], to: 'toimitettu', who: ['kuljettaja', 'yllapito'], action: 'Toimitettu' },
  {
    from: ['odottaa_noutoa', 'odottaa_siirtoa', 'siirto', 'siirretty', 'kuljetuksessa', 'myohassa'],
    to: 'peruutettu',
    who: ['yllapito'],
    reason: true,
    action: 'Peruuta',
  },
  { from: ['toimitettu', 'peruutettu'], to: 'kuljetuksessa', who: ['yllapito'], back: true, action: 'Palauta kuljetukseen' },
  {
    from: ['toimitettu', 'peruutettu', 'kuljetuksessa'],
    to: 'odottaa_noutoa',
    who: ['yllapito'],
    back: true,
    action: 'Palauta odottamaan noutoa',
  },
  { from: ['odottaa_siirtoa', 'siirto'], to: 'kuljetuksessa', who: ['yllapito'], back: true, action: 'Palauta kuljetukseen' },
  // The driver's own undo; not of a cancellation, which other people make (decision 8).
  { from: ['kuljetuksessa'], to: 'odottaa_noutoa', who: ['kuljettaja'], driverWithin: undoSeconds, back: true, action: 'Kumoa nouto' },
  {
    from: ['odottaa_siirtoa', 'siirto'],
    to: 'kuljetuksessa',
    who: ['kuljettaja'],
    driverWithin: undoSeconds,
    back: true,
    action: 'Kumoa siirto',
  },
  { from: ['toimitettu'], to: 'kuljetuksessa', who: ['kuljettaja'], driverWithin: undoSeconds, back: true, action: 'Palauta kuljetukseen' },
  {
    from: ['toimitettu'],
    to: 'odottaa_noutoa',
    who: ['kuljettaja'],
    driverWithin: undoSeconds,
    back: true,
    action: 'Palauta odottamaan noutoa',
  },
]

const withoutTransfers = withTransfers.filter(({ to }) => to !== 'odottaa_siirtoa')

/**
 * The shipment table of a company with or without terminals (rules/orders.md#transfer-states, "transfer on"). Without them, no transfer can
 * be started; one that is under way can still arrive and be fetched.
 */
export const shipmentTransitionsOf = ({
  siirto_terminaaliin,
}: Pick<Features, 'siirto_terminaaliin'>): readonly Transition<ShipmentState>[] => (siirto_terminaaliin ? withTransfers : withoutTransfers)

export const hourlyTransitions: readonly Transition<HourlyState>[] = [
  { from: ['odottaa_noutoa'], to: 'kuljetuksessa', who: ['kuljettaja', 'yllapito'], action: 'Aloita' },
  { from: ['kuljetuksessa'], to: 'toimitettu', who: ['kuljettaja', 'yllapito'], action: 'Valmis' },
  { from: ['odottaa_noutoa'], to: 'peruutettu', who: ['asiakas'], action: 'Peruuta' },
  { from: ['odottaa_noutoa', 'kuljetuksessa'], to: 'peruutettu', who: ['yllapito'], reason: true, action: 'Peruuta' },
  { from: ['kuljetuksessa', 'peruutettu'], to: 'odottaa_noutoa', who: ['yllapito'], back: true, action: 'Palauta odottamaan' },
  { from: ['toimitettu'], to: 'kuljetuksessa', who: ['yllapito'], back: true, action: 'Palauta työn alle' },
]

/** An order's state follows from its lines; only invoicing and its undo are steps that a person takes. */
export const orderTransitions: readonly Transition<OrderState>[] = [
  { from: ['toimitettu'], to: 'laskutettu', who: ['yllapito'], action: 'Merkitse laskutetuksi' },
  { from: ['laskutettu'], to: 'toimitettu', who: ['yllapito'], reason: true, action: 'Peru laskutus' },
]
