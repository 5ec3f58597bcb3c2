import { IconCheck } from '@tabler/icons-react'
import classes from './progress-line.module.css'

type Props = {
  steps: readonly string[]
  /** The index of the current step, from 0. */
  reached: number
}

/** Progress through a series of steps. */
export function ProgressLine({ steps, reached }: Props) {
  return (
    <div className={classes.place}>
      <ol className={classes.line}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-reached={index <= reached || undefined}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className={classes.dot}>{index <= reached && <IconCheck size={12} stroke={3} aria-hidden />}</span>
            <span className={classes.word}>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
