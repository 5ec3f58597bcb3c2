import { IconMail, IconPhone } from '@tabler/icons-react'
import { useSettings } from '../../session/settings.ts'
import classes from './shell.module.css'

/** The contact details of the company's support, as links. */
export function Support() {
  const { supportPhone, supportMail } = useSettings()
  return (
    <>
      {supportPhone && (
        <a className={classes.support} href={`tel:${supportPhone.replace(/\s/g, '')}`} aria-label={`Soita tukeen ${supportPhone}`}>
          <IconPhone size={17} stroke={1.8} aria-hidden />
          <span className={classes.supportText}>{supportPhone}</span>
        </a>
      )}
      {supportMail && (
        <a
          className={`${classes.support} ${classes.mailLink}`}
          href={`mailto:${supportMail}`}
          aria-label={`Lähetä sähköpostia tukeen ${supportMail}`}
        >
          <IconMail size={17} stroke={1.8} aria-hidden />
          <span className={classes.supportMail}>{supportMail}</span>
        </a>
      )}
    </>
  )
}

/** The same with their texts, in the drawer: a narrow header has icons at most. */
export const SupportInDrawer = () => (
  <div className={classes.drawerSupport}>
    <Support />
  </div>
)
