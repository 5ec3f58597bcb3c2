import { Menu } from '@mantine/core'
import classes from './menu-choice.module.css'

type Props<V extends string> = {
  label: string
  options: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

/** One of a few, as a part of a menu: a control of another kind would fall out of the menu's keys and its announced items. */
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
