import { Menu } from '@mantine/core'
import classes from './menu-choice.module.css'

type Props<V extends string> = {
  label: string
  options: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

/** A choice of one value inside a menu. Other controls would not take part in the menu's keyboard navigation and announced items. */
export function MenuChoice<V extends string>({ label, options, value, onChange }: Props<V>) {
  const keys = Object.keys(options) as V[]
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {keys.map((key) => (
        <Menu.RadioItem key={key} value={key} checked={key === value} onChange={() => onChange(key)}>
          {options[key]}
        </Menu.RadioItem>
      ))}
    </fieldset>
  )
}
