/** Conditions and rules shared by the policies of several entities (domain/entities/<noun>/<noun>.policy.ts). */

export const nothing = { read: 'none' } as const
export const everything = { read: 'all', create: {}, update: { rows: 'all' }, delete: { rows: 'all' } } as const
export const readOnly = { read: 'all' } as const

/** The viewer is the row at the path. */
export const isMe = (path: string) => ({ path, is: 'me' }) as const
/** The row belongs to the viewer's customer. */
export const ofMyCustomer = { path: 'asiakas.id', is: 'my_company' } as const
/** A new row gets the viewer's own customer; no other one is accepted. */
export const createForMyCustomer = { fixed: { asiakas: 'my_company' } } as const

export const customerReads = { read: ofMyCustomer } as const
export const customerWrites = {
  read: ofMyCustomer,
  create: createForMyCustomer,
  update: { rows: ofMyCustomer },
  delete: { rows: ofMyCustomer },
} as const

export const administratorsOnly = {
  yllapito: everything,
  kuljettaja: nothing,
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: nothing,
} as const
/** Administrators write the rows for a customer, who reads them. */
export const administratorsWriteCustomerReads = {
  ...administratorsOnly,
  asiakas: customerReads,
  asiakas_yllapito: customerReads,
} as const

/** A published shift of the viewer. */
export const myShift = { all: [isMe('kuljettaja.id'), { path: 'tila', in: ['PUBLISHED'] }] } as const
/** Shipments or hourly jobs that the viewer drives: assigned to them, or on a work route of their published shift. */
export const drivenByMe = { any: [isMe('kuljettaja.id'), { path: 'tyovuoro', that: myShift }] } as const
/** The same condition on the rows at the end of a path. */
export const drivenAt = (path: string) => [isMe(`${path}.kuljettaja.id`), { path: `${path}.tyovuoro`, that: myShift } as const] as const

/** Lines that a customer may still change: nothing has been picked up, and the order is new. */
export const myUntouchedLine = {
  all: [ofMyCustomer, { path: 'tila', in: ['odottaa_noutoa'] }, { path: 'tilaus.tilauksen_tila', in: ['uusi'] }],
} as const
