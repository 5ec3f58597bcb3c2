// Compares the books of the providers' stubs with the database after a drill.
import type { Pool } from 'pg'
import type { FivaldiStub } from '../providers/fivaldi.ts'
import type { TalenomStub } from '../providers/talenom.ts'

type Booked = { provider: string; number: string; orders: string[]; cents: number | null }
type Stored = { provider: string; number: string; orders: string[]; cents: number; tila: string }

/** `T-1; T-2` of the texts that a provider was given. */
const ordersIn = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => text?.match(/\bT-\d+/g) ?? []).sort()

const bookedIn = ({ fivaldi, talenom }: { fivaldi: FivaldiStub; talenom: TalenomStub }): Booked[] => [
  ...fivaldi.orders.map(({ externalOrderNumber, salesOrderRowDTOS, totalCents }) => ({
    provider: 'fivaldi',
    number: externalOrderNumber,
    orders: ordersIn(salesOrderRowDTOS.map(({ rowFreeText }) => rowFreeText)),
    cents: totalCents,
  })),
  ...talenom.invoices.map(({ invoiceNumber, lineItems }) => ({
    provider: 'talenom',
    number: invoiceNumber,
    orders: ordersIn(lineItems.map(({ description }) => description)),
    cents: null,
  })),
]

/** The live invoices, each with its orders. */
async function storedInvoices(pool: Pool): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>(
    `select l.jarjestelma as provider, l.numero::text as number, l.tila, round(l.yhteensa * 100)::int as cents,
       array(select concat('T-', t.tilausnro) from lasku_tilaus o join tilaus t on t.id = o.tilaus_id
         where o.lasku_id = l.id and o.voimassa) as orders
     from lasku l where l.status = 1 order by l.numero`,
  )
  return rows.map((row) => ({ ...row, orders: row.orders.toSorted() }))
}

const keyOf = ({ provider, number }: Pick<Stored, 'provider' | 'number'>): string => `${provider} ${number}`

/** Null when both sides agree. */
function differenceOf(invoice: Stored, booked: Booked | undefined): string | null {
  if (invoice.tila !== 'lahetetty') return `is ${invoice.tila}`
  if (!booked) return 'is not in the books'
  // Talenom's rows come after its invoice; when they did not arrive, a person adds them there.
  if (booked.orders.length > 0 && booked.orders.join() !== invoice.orders.join())
    return `has the orders ${invoice.orders}, in the books ${booked.orders}`
  return booked.cents === null || booked.cents === invoice.cents ? null : `is ${invoice.cents} cents, in the books ${booked.cents}`
}

function severalTimes(keys: readonly string[]): string[] {
  return [...Map.groupBy(keys, (key) => key)].filter(([, same]) => same.length > 1).map(([key, same]) => `${key} ${same.length} times`)
}

/**
 * What is wrong, a line each: an order that is not booked exactly once, an invoice that only one side has, another sum. An invoice that waits
 * to be checked (`mayWait`) may be in the books or not.
 */
export async function faultsInBooks(
  pool: Pool,
  stubs: Parameters<typeof bookedIn>[0],
  { mayWait }: { mayWait: boolean },
): Promise<{ faults: string[]; booked: number }> {
  const booked = bookedIn(stubs)
  const stored = await storedInvoices(pool)
  const waiting = new Set(mayWait ? stored.filter(({ tila }) => tila === 'tarkista').map(keyOf) : [])
  const inBooks = new Map(booked.map((one) => [keyOf(one), one]))
  const differences = stored.flatMap((invoice) => {
    const key = keyOf(invoice)
    const difference = waiting.has(key) ? null : differenceOf(invoice, inBooks.get(key))
    return difference === null ? [] : [`${key} ${difference}`]
  })
  const known = new Set(stored.map(keyOf))
  const { rows } = await pool.query<{ tunniste: string }>(
    `select concat('T-', t.tilausnro) as tunniste from tilaus t left join lasku l on l.id = t.lasku_id
     where t.status = 1 and t.tilauksen_tila <> 'laskutettu' and not ($1 and l.tila is not distinct from 'tarkista')`,
    [mayWait],
  )
  const faults = [
    ...severalTimes(booked.map(keyOf)).map((line) => `in the books: ${line}`),
    ...severalTimes(stored.flatMap(({ orders }) => orders)).map((line) => `on invoices: ${line}`),
    ...severalTimes(booked.flatMap(({ orders }) => orders)).map((line) => `booked: ${line}`),
    ...differences,
    ...[...inBooks.keys()].filter((key) => !known.has(key)).map((key) => `${key} is in the books alone`),
    ...rows.map(({ tunniste }) => `${tunniste} is not invoiced`),
  ]
  return { faults, booked: booked.length }
}
