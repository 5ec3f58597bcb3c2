import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { finvoiceOutbox } from './finvoice-outbox.ts'
import { fivaldi } from './fivaldi/fivaldi.ts'
import type { InvoiceProvider } from './invoice-provider.ts'
import { talenom } from './talenom/talenom.ts'

export const defaultFivaldi = 'https://api.fivaldi.net/customer/api'

/** The services to which invoices are sent; each is the outbox of Finvoice files when the operator has not configured it. */
export type Accounting = { fivaldi: InvoiceProvider; talenom: InvoiceProvider; finvoice: InvoiceProvider }

/** Opened once in a process: its requests are paced together. `readConfig` has checked that what a service needs is present. */
export function openAccounting(config: Config): Accounting {
  const finvoice = finvoiceOutbox(config.finvoiceFolder ?? join(config.dataDir, 'finvoice'))
  return { finvoice, fivaldi: openFivaldi(config) ?? finvoice, talenom: openTalenom(config) ?? finvoice }
}

function openFivaldi(config: Config): InvoiceProvider | null {
  const { fivaldiPartner, fivaldiSecret, fivaldiCompany, fivaldiProducts } = config
  if (!fivaldiPartner || !fivaldiSecret || !fivaldiCompany || !fivaldiProducts) return null
  return fivaldi({
    url: config.fivaldiUrl ?? defaultFivaldi,
    ...{ partner: fivaldiPartner, secret: fivaldiSecret, company: fivaldiCompany, products: fivaldiProducts, rate: config.fivaldiRate },
    repeatAfter: config.fivaldiRepeatAfter,
    ...{ postingGroup: config.fivaldiPostingGroup ?? '', deliveryMethod: config.fivaldiDeliveryMethod ?? '' },
  })
}

function openTalenom(config: Config): InvoiceProvider | null {
  const { talenomOrganisation, talenomClientId, talenomClientSecret, talenomSubscriptionKey, talenomTokenUrl } = config
  if (!talenomOrganisation || !talenomClientId || !talenomClientSecret || !talenomSubscriptionKey || !talenomTokenUrl) return null
  return talenom({
    url: `${config.talenomUrl}/${encodeURIComponent(talenomOrganisation)}`,
    ...{ tokenUrl: talenomTokenUrl, clientId: talenomClientId, clientSecret: talenomClientSecret },
    ...{ subscriptionKey: talenomSubscriptionKey, salesAccount: config.talenomSalesAccount },
  })
}
