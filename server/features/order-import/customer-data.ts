import type { Viewer } from '#domain/access/roles.ts'
import type { FindProduct } from '#domain/features/order-import/order-rows.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { type NamedProduct, productsOf } from './queries.ts'

/** Whether the viewer may read the customer. */
export async function isCustomerThere({ engine }: Context, viewer: Viewer, asiakas: string): Promise<boolean> {
  const [customer] = await engine.load(viewer, 'asiakas', [asiakas])
  return customer?.mayRead === true && customer.row.status === 1
}

/** Finds the products that the rows name, by name or `tunniste`: the customer's own before common ones. */
export async function productsNamed(
  context: Context,
  viewer: Viewer,
  { asiakas, named }: { asiakas: string; named: readonly string[] },
): Promise<FindProduct> {
  const names = [...new Set(named.map(key))]
  if (names.length === 0) return () => 0
  const { prefix } = registry.tuote.tunniste
  const numbers = names.flatMap((text) => numberOf(text, prefix) ?? [])
  return finderIn(await productsOf(context, viewer, { asiakas, names, numbers }))
}

/** Indexes the products once, for any number of rows. */
export function finderIn(products: readonly NamedProduct[]): FindProduct {
  const byCode = new Map(products.map((product) => [key(product.tunniste), product]))
  const byName = Map.groupBy(products, ({ name }) => key(name))
  return (text) => {
    const coded = byCode.get(key(text))
    if (coded) return coded
    const alike = byName.get(key(text)) ?? []
    const own = alike.filter((product) => product.own)
    const [first, ...more] = own.length > 0 ? own : alike
    return first && more.length === 0 ? first : more.length + (first ? 1 : 0)
  }
}

const key = (text: string): string => text.toLowerCase()

/** The running number of a name such as `TU-12`. */
function numberOf(text: string, prefix: string): number | null {
  const [, digits] = new RegExp(`^${prefix}-?(\\d{1,15})$`, 'i').exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
