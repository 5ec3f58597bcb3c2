import { Button, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrackingLink } from '#domain/features/tracking/order-tracking.ts'
import type { End } from '#domain/values/place/place.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { plural } from '#web/kit/format.ts'
import type { OrderValues } from '../order-values.ts'
import type { RowList } from '../use-row-list.ts'
import { linksEndedByMerging, trackingLinksQuery } from '../view/tracking-links.ts'
import { countElsewhere, mergedInto, withEarlierPlaces } from './order-places.ts'
import { addressLine } from './place-suggestions.ts'
import type { PlaceValues } from './place-values.ts'

const actions: Record<End, string> = { nouto: 'Nouda kaikki täältä', toimitus: 'Toimita kaikki tänne' }

type Props = { form: UseFormReturnType<OrderValues>; end: End; place: PlaceValues; name: string; list: RowList }

/** Merges several places into one: asks for confirmation, since shipments change their address, and can be undone. */
export function MergePlaces({ form, end, place, name, list }: Props) {
  const [asking, setAsking] = useState(false)
  const action = actions[end]
  const { values } = form
  const count = countElsewhere(values, end, place.key)
  const work = end === 'nouto' && values.jobs.some(({ nouto }) => nouto !== place.key)
  const changed = plural(count, work ? 'rivi' : 'lähetys', work ? 'riviä' : 'lähetystä')
  const links = useQuery({ ...trackingLinksQuery(values.id), enabled: asking && end === 'toimitus' && values.saved !== null })
  const ended = end === 'toimitus' && values.saved ? linksEndedByMerging(links.data?.data ?? [], values, place.key) : []
  const merge = () => {
    const before = form.getValues()
    list.change(mergedInto(before, end, place.key))
    setAsking(false)
    list.undoable(`${changed} vaihtoi osoitetta: ${place.nimi}`, () => list.change(withEarlierPlaces(form.getValues(), before, end)))
  }
  return (
    <>
      <Button variant="subtle" size="compact-md" aria-label={`${action}: ${name}`} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog opened={asking} title={`${action}?`} action={action} color="brand" onClose={() => setAsking(false)} onConfirm={merge}>
        {changed} vaihtaa {end === 'nouto' ? 'nouto-osoitteen' : 'toimitusosoitteen'}. Uusi osoite on{' '}
        <strong>{[place.nimi, addressLine(place)].filter(Boolean).join(', ')}</strong>. Muutos tallentuu, kun tallennat tilauksen.
        {ended.length > 0 && <EndedLinks links={ended} />}
      </ConfirmDialog>
    </>
  )
}

/** A disabled link does not show where the goods went, so a new one must be sent. */
function EndedLinks({ links }: { links: readonly TrackingLink[] }) {
  const sentTo = [...new Set(links.flatMap(({ viestit }) => viestit.map(({ vastaanottaja }) => vastaanottaja.toLowerCase())))]
  const places = links.map(({ nimi, paikkakunta }) => [nimi, paikkakunta].filter(Boolean).join(', ')).join('; ')
  return (
    <Text span display="block" mt="sm" c="var(--kuorma-warning)">
      {links.length === 1 ? 'Seurantalinkki lakkaa' : 'Seurantalinkit lakkaavat'} toimimasta: <strong>{places}</strong>.
      {sentTo.length > 0 && ` Lähetetty osoitteeseen ${sentTo.join(', ')}.`} Lähetä tarvittaessa uusi linkki, kun olet tallentanut.
    </Text>
  )
}
