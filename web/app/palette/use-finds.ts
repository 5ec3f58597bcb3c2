import type { IconProps } from '@tabler/icons-react'
import { IconBuilding, IconLogout, IconPackage, IconPlus, IconSteeringWheel, IconTruck, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { listQuery } from '../../data/queries.ts'
import { formatDay } from '../../kit/format.ts'
import { matching } from '../../kit/order-filters.ts'
import { holdsAny, type Session } from '../../session/session.ts'
import { useNavLinks } from '../shell/navigation.tsx'

/** What may be opened from the palette: a row that was found, or something to do. */
export type Find = { id: string; label: string; detail: string; icon: ComponentType<IconProps>; open: () => void }
export type FindGroup = { title: string; finds: readonly Find[] }

const each = 5
const orderFields = {
  tilaus: ['tunniste', 'toivottu_toimitus', 'asiakas', 'lahetykset'],
  asiakas: ['name'],
  lahetys: ['nouto_postitmp', 'toimitus_postitmp'],
} as const
/** Less finds everything. */
const shortest = 2

type Finds = { groups: FindGroup[]; isAsking: boolean; mayMiss: boolean }

/** What the text finds for this person, the most likely first; without a text, where one may go. `isAsking`: what is shown is of another text, or more may come; `mayMiss`: some of it could not be had. */
export function useFinds(text: string, session: Session): Finds {
  const navigate = useNavigate()
  const staff = holdsAny(session, ['yllapito'])
  const mayOpenOrders = holdsAny(session, ['yllapito', 'asiakas'])
  const filter = matching(text)
  const asks = text.trim().length >= shortest
  const shared = { placeholderData: keepPreviousData }
  const page = { limit: each }
  const orders = useQuery({
    ...listQuery('tilaus', { filter, page, include: ['asiakas', 'lahetykset'], fields: orderFields }),
    ...shared,
    enabled: asks && holdsAny(session, ['yllapito', 'kuljettaja', 'asiakas']),
  })
  const customers = useQuery({
    ...listQuery('asiakas', { filter, page, fields: { asiakas: ['name', 'tunniste'] } }),
    ...shared,
    enabled: asks && staff,
  })
  const drivers = useQuery({
    ...listQuery('user', { filter: { ...filter, user_roles: 'kuljettaja' }, page, fields: { user: ['field_fullname', 'name'] } }),
    ...shared,
    enabled: asks && staff,
  })
  const cars = useQuery({
    ...listQuery('auto', { filter, page, fields: { auto: ['rekisterinumero', 'name'] } }),
    ...shared,
    enabled: asks && staff,
  })
  const actions = useActions(session)

  const toList = (search: Record<string, string>) => () => void navigate({ to: '/tilaukset', search })
  const groups: FindGroup[] = [
    {
      title: 'Tilaukset',
      finds:
        orders.data?.rows.map(({ id, tunniste, toivottu_toimitus, asiakas, lahetykset }) => {
          const [first] = orders.data.included.all('lahetys', lahetykset)
          const detail = [
            staff ? orders.data.included.get('asiakas', asiakas)?.name : undefined,
            first && `${first.nouto_postitmp} → ${first.toimitus_postitmp}`,
            toivottu_toimitus > 0 ? formatDay(toivottu_toimitus) : undefined,
          ]
          const open = mayOpenOrders
            ? () => void navigate({ to: '/tilaus/$id', params: { id } })
            : () => void navigate({ to: '/kuittaa/$tilausId', params: { tilausId: id } })
          return { id, label: tunniste, detail: detail.filter(Boolean).join(' · '), icon: IconPackage, open }
        }) ?? [],
    },
    {
      title: 'Asiakkaat',
      finds:
        customers.data?.rows.map(({ id, name }) => ({
          id,
          label: name,
          detail: 'avoimet tilaukset',
          icon: IconBuilding,
          open: toList({ asiakas: id }),
        })) ?? [],
    },
    {
      title: 'Kuljettajat',
      finds:
        drivers.data?.rows.map(({ id, field_fullname, name }) => ({
          id,
          label: field_fullname || name,
          detail: 'avoimet tilaukset',
          icon: IconSteeringWheel,
          open: toList({ kuljettaja: id }),
        })) ?? [],
    },
    {
      title: 'Autot',
      finds:
        cars.data?.rows.map(({ id, rekisterinumero, name }) => ({
          id,
          label: rekisterinumero,
          detail: [name === rekisterinumero ? '' : name, 'avoimet tilaukset'].filter(Boolean).join(' · '),
          icon: IconTruck,
          open: toList({ auto: id }),
        })) ?? [],
    },
  ]
  const words = text.trim().toLocaleLowerCase('fi')
  const fitting = actions.filter(({ label }) => label.toLocaleLowerCase('fi').includes(words))
  const asked = [orders, customers, drivers, cars]
  return {
    mayMiss: asks && asked.some(({ isError, isPaused }) => isError || isPaused),
    groups: [...(asks ? groups : []), { title: 'Toiminnot', finds: fitting }].filter(({ finds }) => finds.length > 0),
    isAsking: asked.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData),
  }
}

/** The person's own pages, and what is done from anywhere. */
function useActions(session: Session): Find[] {
  const navigate = useNavigate()
  const links = useNavLinks(session)
  const act = (label: string, icon: Find['icon'], open: () => void): Find => ({ id: label, label, detail: '', icon, open })
  return [
    ...(holdsAny(session, ['yllapito', 'asiakas']) ? [act('Uusi tilaus', IconPlus, () => void navigate({ to: '/tilaus/new' }))] : []),
    ...links.map(({ label, icon, to }) => act(label, icon, () => void navigate({ to }))),
    act('Omat tiedot', IconUser, () => void navigate({ to: '/user/$id', params: { id: session.user.id } })),
    act('Kirjaudu ulos', IconLogout, () => void navigate({ to: '/logout' })),
  ]
}
