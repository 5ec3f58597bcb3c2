import type { FollowedOrder } from '#domain/tracking/tracked-order.ts'

/** What decides whether an order (`t`) may be followed, and how it is called. */
export type Followed = FollowedOrder & { tilausnro: number }
export const followedColumns = `t.status, t.tyyppi, t.avoin, t.tilauksen_tila, t.timestamp_toimitettu::float8 as timestamp_toimitettu,
  t.tilausnro::float8 as tilausnro`
/** The customer (`a`) as strangers hear of it: a private person's name is not theirs to know. */
export const senderColumn = `case a.tyyppi when 'yritys' then a.name else '' end`
