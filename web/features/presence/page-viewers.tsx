import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PageViewer, viewersCall, viewingInterval } from '#domain/features/presence/viewers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import classes from './page-viewers.module.css'

/** Nobody needs to hear that this failed: the page works without it. */
const quiet = 'all'

/** Who else has the page open, and who is changing it. Reading it says so of this page. */
export function PageViewers({ sivu, muuttaa = false }: { sivu: string; muuttaa?: boolean }) {
  const { data } = useQuery({
    queryKey: queryKeys.call(viewersCall.path, { sivu, muuttaa }),
    queryFn: ({ signal }) => callApi(viewersCall, { sivu, katselee: true, muuttaa }, { signal, quiet }),
    // Whether somebody is changing it is part of the query: the others stay shown meanwhile.
    placeholderData: (before) => before,
    refetchInterval: viewingInterval * 1000,
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => {
      callApi(viewersCall, { sivu, katselee: false }, { quiet }).catch(() => undefined)
    },
    [sivu],
  )
  return <Viewers people={data?.data ?? []} />
}

const sentence = (people: readonly PageViewer[], one: string, many: string): string =>
  people.length === 0 ? '' : `${people.map(({ nimi }) => nimi).join(', ')} ${people.length === 1 ? one : many}`

/** `Maija Meikäläinen muokkaa · Matti Virtanen katselee` */
function Viewers({ people }: { people: readonly PageViewer[] }) {
  const changing = people.filter(({ muuttaa }) => muuttaa)
  const looking = people.filter(({ muuttaa }) => !muuttaa)
  return (
    <span className={classes.viewers} role="status">
      {people.map(({ id, nimi }) => (
        <Avatar key={id} name={nimi} size={20} />
      ))}
      {[sentence(changing, 'muokkaa', 'muokkaavat'), sentence(looking, 'katselee', 'katselevat')].filter(Boolean).join(' · ')}
    </span>
  )
}
