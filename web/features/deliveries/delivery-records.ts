type Of = { tilaus: string | null }

/**
 * A record made at a door (a signature, a failed delivery) belongs to one order (rules/deliveries.md#one-order). Shipments of several orders get one
 * each; the first has the id itself and the others ids derived from it and their order, the same over retries.
 */
export function recordsByOrder<S extends Of>(id: string, shipments: readonly S[]): { id: string; order: string; shipments: S[] }[] {
  const byOrder = Map.groupBy(shipments, ({ tilaus }) => tilaus ?? '')
  return [...byOrder].map(([order, own], index) => ({ id: index === 0 ? id : pairedId(id, order), order, shipments: own }))
}

/** Derives a third UUID from two. */
export function pairedId(one: string, other: string): string {
  const digits = (id: string) => id.replaceAll('-', '')
  const mixed = [...digits(one)].map((digit, index) =>
    (Number.parseInt(digit, 16) ^ Number.parseInt(digits(other)[index] ?? '0', 16)).toString(16),
  )
  // Version 8: a custom format (RFC 9562).
  mixed[12] = '8'
  mixed[16] = '8'
  return mixed.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
