import { useQuery } from '@tanstack/react-query'
import { type PriceStep, priceSteps } from '#domain/entities/price/price.steps.ts'
import { priceLogCall } from '#domain/features/prices/price-log.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatEuros, formatKilos, formatMinutes, formatNumber, formatPercent } from '#web/kit/format.ts'
import classes from './price-steps.module.css'

/** `185 km × 1,20 €` */
function factors({ laji, maara, hinta }: PriceStep): string {
  const price = formatEuros(hinta)
  switch (laji) {
    case 'perusmaksu':
      return ''
    case 'minimihinta':
      return price
    case 'polttoainelisa':
      return `${formatPercent(maara)} × ${price}`
    case 'kg':
      return `${formatKilos(maara)} × ${price}`
    case 'km':
    case 'matka':
      return `${formatNumber(maara)} km × ${price}`
    case 'aika':
      return `${formatMinutes(maara)} × ${price}/h`
    default:
      return `${formatNumber(maara)} kpl × ${price}`
  }
}

type Props = {
  title: string
  hinta: number
  list: string
  steps: readonly PriceStep[]
  /** Unfolded at first. */
  open?: boolean
}

/** A price that unfolds to its calculation, line by line. */
export function PriceSteps({ title, hinta, list, steps, open = false }: Props) {
  return (
    <details className={classes.steps} open={open}>
      <summary>
        <span>{title}</span>
        <strong>{formatEuros(hinta)}</strong>
      </summary>
      {list && <p>{list}</p>}
      <StepSums steps={steps} />
    </details>
  )
}

/** The steps of a calculation as a sum, line by line. */
export function StepSums({ steps }: { steps: readonly PriceStep[] }) {
  const lines = [...Map.groupBy(steps, ({ rivi }) => rivi)]
  return (
    <>
      {lines.map(([rivi, some]) => (
        <dl key={rivi} aria-label={lines.length > 1 ? `Rivi ${rivi}` : undefined}>
          {some.map((step) => (
            <div key={step.laji} className={classes.line}>
              <dt>
                {priceSteps[step.laji]} <span>{factors(step)}</span>
              </dt>
              <dd>{formatEuros(step.summa)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  )
}

/** How a stored order's price was calculated; nothing for a typed price. Administrators read the log (rules/access.md#planning). */
export function StoredPrice({ tilaus, title }: { tilaus: string; title: string }) {
  const input = { tilaus_id: tilaus, 'page[limit]': 1 } as const
  const { data } = useQuery({
    queryKey: queryKeys.call(priceLogCall.path, input),
    queryFn: ({ signal }) => callApi(priceLogCall, input, { signal }),
  })
  const [latest] = data?.data ?? []
  if (!latest) return null
  return <PriceSteps title={title} hinta={latest.tulos} list={latest.hinnasto?.name ?? ''} steps={latest.vaiheet} />
}
