/** Order states (SPEC section 4) with the words that people see. */
export const orderStates = { uusi: 'Uusi', kuljetuksessa: 'Kuljetuksessa', toimitettu: 'Toimitettu', laskutettu: 'Laskutettu' } as const
export type OrderState = keyof typeof orderStates

export const orderTypes = { lahetys: 'Lähetys', tunti: 'Tuntityö', vuokraus: 'Vuokraus' } as const

/** Shipment states (SPEC section 4). */
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
/** Customers never see these: they are shown `kuljetuksessa` (SPEC section 4). */
export const transferStates = ['odottaa_siirtoa', 'siirto', 'siirretty'] as const satisfies readonly ShipmentState[]

/** Hourly job states (SPEC section 4). */
export const hourlyStates = {
  odottaa_noutoa: 'Odottaa noutoa',
  kuljetuksessa: 'Kuljetuksessa',
  toimitettu: 'Toimitettu',
  peruutettu: 'Peruutettu',
} as const
export type HourlyState = keyof typeof hourlyStates

/** Sort weight of a state (`tila_weight`): the work to do first, the done last. Transfers weigh as under way, so that the weight tells customers nothing. */
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

/** As whom somebody changes a state: the policy table has already decided which rows they reach. */
export type StateActor = 'yllapito' | 'kuljettaja' | 'asiakas'

/** One row of the state tables: RULES section 3. */
export type Transition<S extends string> = {
  from: readonly S[]
  to: S
  who: readonly StateActor[]
  /** The person must say why. */
  reason?: true
  /** The driver may do it only this many seconds after the delivery (undo). */
  driverWithin?: number
  /** What the button says. */
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
  { from: ['toimitettu', 'peruutettu'], to: 'kuljetuksessa', who: ['yllapito'], action: 'Palauta kuljetukseen' },
  { from: ['toimitettu', 'peruutettu'], to: 'odottaa_noutoa', who: ['yllapito'], action: 'Palauta odottamaan noutoa' },
  // The driver's own undo. Not of a cancellation: those are other people's (decision 8).
  { from: ['toimitettu'], to: 'kuljetuksessa', who: ['kuljettaja'], driverWithin: undoSeconds, action: 'Palauta kuljetukseen' },
  { from: ['toimitettu'], to: 'odottaa_noutoa', who: ['kuljettaja'], driverWithin: undoSeconds, action: 'Palauta odottamaan noutoa' },
]

const withoutTransfers = withTransfers.filter(({ to }) => to !== 'odottaa_siirtoa')

/**
 * The shipment table of a company that moves goods by terminals or does not (RULES section 3, "transfer on"). Switched off, nothing
 * sets out for a terminal any more; what is on its way there still arrives and is fetched.
 */
export const shipmentTransitionsOf = ({ siirto_terminaaliin }: Readonly<Record<string, boolean>>): readonly Transition<ShipmentState>[] =>
  siirto_terminaaliin ? withTransfers : withoutTransfers

export const hourlyTransitions: readonly Transition<HourlyState>[] = [
  { from: ['odottaa_noutoa'], to: 'kuljetuksessa', who: ['kuljettaja', 'yllapito'], action: 'Aloita' },
  { from: ['kuljetuksessa'], to: 'toimitettu', who: ['kuljettaja', 'yllapito'], action: 'Valmis' },
  { from: ['odottaa_noutoa'], to: 'peruutettu', who: ['asiakas'], action: 'Peruuta' },
  { from: ['odottaa_noutoa', 'kuljetuksessa'], to: 'peruutettu', who: ['yllapito'], reason: true, action: 'Peruuta' },
  { from: ['kuljetuksessa', 'peruutettu'], to: 'odottaa_noutoa', who: ['yllapito'], action: 'Palauta odottamaan' },
  { from: ['toimitettu'], to: 'kuljetuksessa', who: ['yllapito'], action: 'Palauta työn alle' },
]

/** An order's own state follows its lines; only invoicing and its undoing are somebody's deed. */
export const orderTransitions: readonly Transition<OrderState>[] = [
  { from: ['toimitettu'], to: 'laskutettu', who: ['yllapito'], action: 'Merkitse laskutetuksi' },
  { from: ['laskutettu'], to: 'toimitettu', who: ['yllapito'], reason: true, action: 'Peru laskutus' },
]
