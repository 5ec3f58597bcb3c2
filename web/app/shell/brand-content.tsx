import { useSettings } from '../../session/settings.ts'
import brandClasses from './brand-content.module.css'
import classes from './shell.module.css'

/** The company's logo; without one the product's own mark and name. */
export function BrandContent({ compact = false }: { compact?: boolean }) {
  const { logo } = useSettings()
  if (logo && !compact) return <img src={logo} alt="" className={brandClasses.logo} />
  return (
    <>
      <BrandMark />
      {!compact && <span className={classes.brandWord}>Kuorma</span>}
    </>
  )
}

function BrandMark() {
  return (
    <span className={classes.mark} aria-hidden>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="presentation"
      >
        <path d="M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9" />
      </svg>
    </span>
  )
}
