import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { type PageViewer, viewersCall, viewingInterval } from '#domain/features/presence/viewers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import classes from './page-viewers.module.css'

/** Nobody needs to hear that this failed: the page works without it. */
const quiet = 'all'

type Props = {
  sivu: string
  muuttaa?: boolean
  /** Where there is no room for their names: they are a title of the initials, beside which a pencil is who changes something. */
  short?: boolean
}

/** Who else has the page open, and who is changing it. Reading it says so of this page. */
export function PageViewers({ sivu, muuttaa = false, short = false }: Props) {
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
  return <Viewers people={data?.data ?? []} short={short} />
}

const sentence = (people: readonly PageViewer[], one: string, many: string): string =>
  people.length === 0 ? '' : `${people.map(({ nimi }) => nimi).join(', ')} ${people.length === 1 ? one : many}`

/** `Maija Meikäläinen muokkaa · Matti Virtanen katselee` */
function Viewers({ people, short }: { people: readonly PageViewer[]; short: boolean }) {
  const changing = people.filter(({ muuttaa }) => muuttaa)
  const looking = people.filter(({ muuttaa }) => !muuttaa)
  const words = [sentence(changing, 'muokkaa', 'muokkaavat'), sentence(looking, 'katselee', 'katselevat')].filter(Boolean).join(' · ')
  return (
    <span className={classes.viewers} role="status" data-short={short || undefined} title={short ? words : undefined}>
      {people.map(({ id, nimi, muuttaa }) => (
        <Fragment key={id}>
          <Avatar name={nimi} size={20} />
          {short && muuttaa && <IconPencil size={14} aria-hidden />}
        </Fragment>
      ))}
      {words && <span className={classes.words}>{words}</span>}
    </span>
  )
}
