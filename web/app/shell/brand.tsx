import { Link } from '@tanstack/react-router'
import { BrandContent } from './brand-content.tsx'
import classes from './shell.module.css'

export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Link to="/" className={classes.brand} aria-label="Kuorma, etusivu">
      <BrandContent compact={compact} />
    </Link>
  )
}
