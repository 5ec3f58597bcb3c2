import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type UninvoicedCustomer, uninvoicedAgeLabels, uninvoicedAges } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { formatCount, formatDate, formatEuros, plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from '../invoicing.module.css'

type Props = { customer: UninvoicedCustomer; isOpen: boolean; onToggle: (id: string) => void }
export const ages = ['summa_0_7', 'summa_8_14', 'summa_15_30', 'summa_yli_30'] as const satisfies readonly (keyof typeof uninvoicedAges)[]

/** A customer's uninvoiced orders in figures, over its orders; unfolds and folds them. */
export function CustomerHeading({ customer, isOpen, onToggle }: Props) {
  const { id, name, y_tunnus, tilauksia, puutteellisia, vanhin, summa } = customer
  const days = daysBetween(vanhin, nowSeconds())
  const byAge = ages.filter((age) => customer[age] > 0)
  return (
    <div className={classes.customer}>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Piilota' : 'Näytä'} tilaukset, ${name}`}
        onClick={() => onToggle(id)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
      <Link to="/asiakas/$id" params={{ id }} className={classes.customerName}>
        {name}
      </Link>
      <span className={classes.detail}>
        {[y_tunnus, plural(tilauksia, 'tilaus', 'tilausta')].filter(Boolean).join(' · ')}
        {puutteellisia > 0 && <span className={classes.lacking}> · {plural(puutteellisia, 'puutteellinen', 'puutteellista')}</span>}
      </span>
      <span
        className={classes.age}
        data-old={days > uninvoicedAges.summa_15_30 || undefined}
        title={`Vanhin toimitettu ${formatDate(vanhin)}`}
      >
        {days === 0 ? 'tänään' : `vanhin ${formatCount(days)} pv`}
      </span>
      <span className={classes.ages}>
        {byAge.length > 1 &&
          byAge.map((age) => (
            <span key={age} data-old={age === 'summa_yli_30' || undefined}>
              {uninvoicedAgeLabels[age]} {formatEuros(customer[age])}
            </span>
          ))}
      </span>
      <strong className={classes.sum}>{formatEuros(summa)}</strong>
    </div>
  )
}
