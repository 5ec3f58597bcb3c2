import { useQuery } from '@tanstack/react-query'
import { emissionMethod, emissionText } from '#domain/features/emissions/emission-text.ts'
import { orderEmissionsCall } from '#domain/features/emissions/order-emissions.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './emissions.module.css'

/** The estimated emissions of an order, with the method on demand; nothing while they are unknown. */
export function OrderEmissions({ order }: { order: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.call(orderEmissionsCall.path, { tilaus_id: order }),
    // A figure beside the order's own: without it nothing is said.
    queryFn: ({ signal }) => callApi(orderEmissionsCall, { tilaus_id: order }, { signal, quiet: [0, 403, 404, 429, 500, 503] }),
  })
  if (!data || data.lahetyksia === data.ilman_arviota) return null
  const { grammat, ilman_arviota, lahteet } = data
  return (
    <Section title="Päästöarvio" aside={emissionText(grammat)}>
      <p className={classes.note}>
        {emissionMethod}. Kertoimet: {lahteet.join(', ')}.
      </p>
      {ilman_arviota > 0 && (
        <p className={classes.note}>Arviosta puuttuu {plural(ilman_arviota, 'lähetys', 'lähetystä')}: painoa tai paikkaa ei tunneta.</p>
      )}
    </Section>
  )
}
