import { useQuery } from '@tanstack/react-query'
import { customerEmissionsCall, type EmissionMonth } from '#domain/features/emissions/customer-emissions.ts'
import { emissionMethod, emissionText } from '#domain/features/emissions/emission-text.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatCount, formatMonth, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './emissions.module.css'

const sumOf = (months: readonly EmissionMonth[], key: 'grammat' | 'lahetyksia' | 'ilman_arviota'): number =>
  months.reduce((sum, month) => sum + month[key], 0)

/** The estimated emissions of a customer's delivered orders by month, with the method and the source of the intensities. */
export function CustomerEmissions({ customer }: { customer: string }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(customerEmissionsCall.path, { asiakas_id: customer }),
    queryFn: ({ signal }) => callApi(customerEmissionsCall, { asiakas_id: customer }, { signal }),
  })
  if (isPending) return <SectionSkeleton lines={4} />
  const months = data?.data
  const shown = months?.filter(({ lahetyksia }) => lahetyksia > 0).toReversed() ?? []
  const missing = sumOf(shown, 'ilman_arviota')
  const sources = [...new Set(shown.flatMap(({ lahteet }) => lahteet))]
  return (
    <Section title="Kuljetusten päästöarvio" aside={shown.length > 0 && `12 kk: ${emissionText(sumOf(shown, 'grammat'))}`}>
      {!months ? (
        <ErrorState retry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <p className={classes.note}>Ei toimitettuja lähetyksiä 12 kuukauteen.</p>
      ) : (
        <>
          <table className={classes.months}>
            <thead>
              <tr>
                <th scope="col">Kuukausi</th>
                <th scope="col">Lähetyksiä</th>
                <th scope="col">Tonnikilometrejä</th>
                <th scope="col">Päästöt</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ kuukausi, lahetyksia, tonnikilometrit, grammat }) => (
                <tr key={kuukausi}>
                  <td>{formatMonth(kuukausi)}</td>
                  <td>{formatCount(lahetyksia)}</td>
                  <td>{formatCount(Math.round(tonnikilometrit))}</td>
                  <td>{emissionText(grammat)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.note}>
            {emissionMethod}.{sources.length > 0 && ` Kertoimet: ${sources.join(', ')}.`}
            {missing > 0 && ` Arviosta puuttuu ${plural(missing, 'lähetys', 'lähetystä')}: painoa tai paikkaa ei tunneta.`}
          </p>
        </>
      )}
    </Section>
  )
}
