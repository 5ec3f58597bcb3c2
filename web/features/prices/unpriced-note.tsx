import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type UnpricedAnswer, type UnpricedReason, unpricedReasons, whyUnpricedCall } from '#domain/features/prices/why-unpriced.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import classes from './price-steps.module.css'

/** What an administrator does about each reason. */
const advice: Readonly<Record<UnpricedReason, string>> = {
  hinnasto: 'Lisää hinnasto tai kirjoita hinta.',
  matka: 'Tarkista tilauksen postinumerot tai kirjoita hinta.',
  tuntihinta: 'Lisää hinta tuntityön tyypille tai asiakkaalle.',
  rivit: 'Lisää tilaukselle tavarat tai tuntityö.',
  raja: 'Tarkista tilauksen määrät.',
  koko: 'Täydennä tilauksen määrät ja painot.',
  nolla: 'Lisää hinta hinnastoon tai kirjoita hinta tilaukselle.',
  maara: 'Täydennä tilauksen tuntityö.',
}

const placeNames = { '': '', nouto: 'nouto', toimitus: 'toimitus' } as const

/** `Rivi 2, toimitus.`; '' where the whole order lacks something. */
const whereText = ({ rivi, paikka }: Pick<UnpricedAnswer, 'rivi' | 'paikka'>): string =>
  rivi === 0 ? '' : `Rivi ${[rivi, placeNames[paikka]].filter(Boolean).join(', ')}. `

type Why = Omit<UnpricedAnswer, 'puute'> & { puute: UnpricedReason }

/** Why an order has no price, what to do about it, and the page where. `stored`: an order that a task prices once it can (decision 71). */
export function UnpricedText({ why, asiakas, stored = false }: { why: Why; asiakas: string; stored?: boolean }) {
  return (
    <p className={classes.none}>
      {unpricedReasons[why.puute]} {whereText(why)}
      {advice[why.puute]} <FixLink why={why} asiakas={asiakas} />
      {stored && ' Korjauksen jälkeen hinta lasketaan itsestään.'}
    </p>
  )
}

function FixLink({ why: { puute, kohde }, asiakas }: { why: Why; asiakas: string }) {
  if (kohde?.entiteetti === 'hinnasto')
    return (
      <Anchor renderRoot={(props) => <Link to="/hinnasto/$id" params={{ id: kohde.id }} {...props} />} size="sm">
        Avaa hinnasto
      </Anchor>
    )
  if (kohde)
    return (
      <Anchor renderRoot={(props) => <Link to="/tuntityyppi/$id" params={{ id: kohde.id }} {...props} />} size="sm">
        Avaa tuntityön tyyppi
      </Anchor>
    )
  if (puute === 'hinnasto')
    return (
      <Anchor renderRoot={(props) => <Link to="/hinnastot" {...props} />} size="sm">
        Hinnastot
      </Anchor>
    )
  if (puute === 'tuntihinta' && asiakas)
    return (
      <Anchor renderRoot={(props) => <Link to="/asiakas/$id" params={{ id: asiakas }} {...props} />} size="sm">
        Asiakkaan hinnat
      </Anchor>
    )
  return null
}

/** Why a stored order has no price; nothing when it would get one. */
export function UnpricedNote({ tilaus, asiakas }: { tilaus: string; asiakas: string }) {
  const input = { tilaus_id: tilaus }
  const { data } = useQuery({
    queryKey: queryKeys.call(whyUnpricedCall.path, input),
    queryFn: ({ signal }) => callApi(whyUnpricedCall, input, { signal, quiet: [404] }),
  })
  // An order whose every line is cancelled costs nothing.
  if (!data || data.puute === 'rivit') return null
  const { puute } = data
  if (puute === '')
    return <p className={classes.none}>Hinta lasketaan, kun tilaus tai sen hinnasto muuttuu. Voit myös kirjoittaa hinnan.</p>
  return <UnpricedText why={{ ...data, puute }} asiakas={asiakas} stored />
}
