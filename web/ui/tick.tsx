import classes from './tick.module.css'

type Props = {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** `isRange`: it was pressed with Shift. */
  onChange: (checked: boolean, isRange: boolean) => void
}

/** A checkbox for table rows: one element instead of the seven of Mantine's Checkbox, since a scrolling table renders dozens of them. */
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
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
