/** Who else is looking at the order. */
export function OrderViewers(_: { id: string }) {
  return null
}
