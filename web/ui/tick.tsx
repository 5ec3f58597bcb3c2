import classes from './tick.module.css'

type Props = {
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox of a table's row: one element, where the form's has seven and is drawn forty times as a table scrolls. */
export function Tick({ label, checked, indeterminate = false, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
