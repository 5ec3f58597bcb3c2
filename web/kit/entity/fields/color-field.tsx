import { Input } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import classes from './color-field.module.css'

type Props = {
  label: string
  /** `#1f7a8c`, lower case. */
  value: string
  onChange: (color: string) => void
  /** The colours to choose from, with their names. A stored one that is not among them is offered too. */
  colors: Readonly<Record<string, string>>
  error?: ReactNode
  readOnly?: boolean
  'data-path'?: string
}

/** One of a palette of colours: radio buttons, so that the arrow keys choose. */
export function ColorField({ label, value, onChange, colors, error, readOnly = false, 'data-path': path }: Props) {
  const offered = Object.hasOwn(colors, value) ? colors : { [value]: 'Nykyinen väri', ...colors }
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <div role="radiogroup" aria-label={label} className={classes.palette} data-path={path}>
        {Object.entries(offered).map(([color, name]) => (
          <label key={color} className={classes.choice} title={name}>
            <input
              type="radio"
              name={path ?? label}
              className={classes.radio}
              aria-label={name}
              checked={color === value}
              disabled={readOnly}
              onChange={() => onChange(color)}
              style={{ '--color': color } as CSSProperties}
            />
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
