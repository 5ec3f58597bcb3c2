import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Fact = { label: string; value: ReactNode }

/** What is looked for first on a page: a few facts beside each other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
