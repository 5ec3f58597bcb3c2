import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { newId } from '../../data/row.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSession } from '../../session/session.ts'
import { clonedOrder } from './clone-order.ts'
import { NewOrderForms } from './new-order-forms.tsx'
import { customerQuery, type OrderRead, productsQuery } from './order-data.ts'
import { placesQuery } from './places/place-suggestions.ts'
import { OrderPending, WithOrder } from './with-order.tsx'

const copying = 'Tilauksen kopio'

/** `tilaus/:id/clone`: a new order filled from an old one, or from one shipment of it (`?lahetys=`). Nothing is stored before "Tilaa". */
export function CloneOrderScreen() {
  const { id } = useParams({ from: '/tilaus/$id/clone' })
  const { lahetys } = usePageSearch().search
  return (
    <WithOrder id={id} title={copying}>
      {(read) => <Clone key={`${id} ${lahetys}`} read={read} only={lahetys} />}
    </WithOrder>
  )
}

function Clone({ read, only }: { read: OrderRead; only: string | undefined }) {
  const { order, customer: owner, shipments } = read
  const staff = useSession()?.user.roles.includes('yllapito') ?? false
  const customer = useQuery(customerQuery(owner.id))
  const products = useQuery(productsQuery(owner.id))
  const places = useQuery(placesQuery(owner.id))
  const queries = [customer, products, places]
  if (!customer.data || !products.data || !places.data) {
    const failed = queries.filter(({ isError }) => isError)
    const again = () => void Promise.all(failed.map(({ refetch }) => refetch()))
    return <OrderPending title={copying} {...(failed.length > 0 ? { retry: again } : {})} />
  }
  const [own, general, known] = [products.data.own, products.data.general, places.data]
  const shipment = shipments.find(({ id }) => id === only)
  return (
    <NewOrderForms
      title={shipment ? `Kopio lähetyksestä ${shipment.tunniste}` : `Kopio tilauksesta ${order.tunniste}`}
      customer={customer.data}
      staff={staff}
      first={() =>
        clonedOrder(read, { only: shipment?.id, products: [...own, ...general], places: known, locks: !staff, now: nowSeconds(), newId })
      }
      name={`tilaus.paikat.clone.${shipment?.id ?? order.id}`}
    />
  )
}
