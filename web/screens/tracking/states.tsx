import { IconAlertTriangle, IconInbox } from '@tabler/icons-react'
import shared from '../../ui/states.module.css'
import classes from './tracking.module.css'

/* The same as web/ui/states.tsx, without Mantine. */

export const NoLinkState = () => (
  <div className={`${shared.state} ${classes.state}`}>
    <span className={shared.icon}>
      <IconInbox size={28} stroke={1.6} aria-hidden />
    </span>
    <h2 className={classes.stateTitle}>Seurantalinkki ei ole voimassa</h2>
    <p className={classes.stateText}>
      Linkki ei ole enää käytössä, tai sen osoite on vajaa. Jos odotat lähetystä, pyydä lähettäjältä uusi linkki.
    </p>
  </div>
)

type ErrorProps = { title: string; text: string; retry: () => void }

export const ErrorState = ({ title, text, retry }: ErrorProps) => (
  <div className={`${shared.state} ${classes.state}`} role="alert">
    <span className={shared.icon} data-error>
      <IconAlertTriangle size={28} stroke={1.6} aria-hidden />
    </span>
    <h2 className={classes.stateTitle}>{title}</h2>
    <p className={classes.stateText}>{text}</p>
    <button type="button" className={classes.retry} onClick={retry}>
      Yritä uudelleen
    </button>
  </div>
)

/** The skeleton of the page while it loads. */
export const Waiting = () => (
  <div className={shared.skeleton} aria-hidden>
    {[32, 100, 88, 100, 88, 100].map((width, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no identity and never change order
      <span key={line} className={classes.waiting} style={{ width: `${width}%` }} />
    ))}
  </div>
)
