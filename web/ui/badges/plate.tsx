import classes from './plate.module.css'

/** A car's registration number, drawn like a licence plate. */
export function Plate({ children, large = false }: { children: string; large?: boolean }) {
  return (
    <span className={classes.plate} data-large={large || undefined}>
      {children}
    </span>
  )
}
