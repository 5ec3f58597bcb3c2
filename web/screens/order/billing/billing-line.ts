import { type BillingFields, billingKindOf, billingKinds } from '#domain/entities/order/order.billing.ts'

/** `003723456780` → `0037 2345 6780`. */
const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

function addressOf(order: BillingFields): string {
  switch (billingKindOf(order)) {
    case 'email':
      return order.laskutus_email
    case 'posti': {
      const town = `${order.laskutus_postinro} ${order.laskutus_postitmp}`.trim()
      return [order.laskutus_osoite1, order.laskutus_osoite2, town].filter(Boolean).join(', ')
    }
    case 'verkkolasku':
      return inFours(order.laskutus_verkkolaskuosoite)
    case null:
      return ''
  }
}

/** How an order is billed, as one line: `Verkkolasku · 0037 2345 6780 · 14 pv netto`. */
export function billingLine(order: BillingFields, termDays?: number): string {
  const kind = billingKindOf(order)
  if (!kind) return 'Laskutusosoite puuttuu'
  return [billingKinds[kind], addressOf(order), termDays === undefined ? '' : `${termDays}\u00a0pv\u00a0netto`].filter(Boolean).join(' · ')
}
