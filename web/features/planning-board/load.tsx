import { loadText } from './board-words.ts'
import classes from './load.module.css'

type Props = { value: number; max: number; unit: 'kg' | 'lavaa'; className?: string | undefined; isNarrow?: boolean }

/** The load against the car's capacity, as a bar and in figures; more than it takes is red. `isNarrow`: the bar under the figures. */
export function Load({ value, max, unit, className, isNarrow = false }: Props) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <span
      className={`${classes.load} ${className ?? ''}`}
      data-narrow={isNarrow || undefined}
      data-over={(max > 0 && value > max) || undefined}
    >
      <i>
        <u style={{ width: `${share * 100}%` }} />
      </i>
      {loadText(value, max, unit)}
    </span>
  )
}
