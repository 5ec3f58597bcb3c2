import type { ReactNode } from 'react'
import { useSettings } from '../../session/settings.ts'
import classes from './sign-in.module.css'

/** The frame of the pages of signing in: the company's logo or name beside the form, above it on a phone. */
export function CompanyFrame({ children }: { children: ReactNode }) {
  const { companyName, logo } = useSettings()
  return (
    <div className={classes.middle}>
      <div className={classes.company}>
        {logo ? <img src={logo} alt={companyName} className={classes.logo} /> : <p className={classes.name}>{companyName}</p>}
        <p className={classes.words}>Tilaukset, kuljetukset ja laskutus yhdessä paikassa.</p>
      </div>
      <div className={classes.form}>{children}</div>
    </div>
  )
}
