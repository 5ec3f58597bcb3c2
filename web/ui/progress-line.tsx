import { IconCheck } from '@tabler/icons-react'
import classes from './progress-line.module.css'

type Props = {
  steps: readonly string[]
  /** The step come to, from 0. */
  reached: number
}

/** How far something has come, step by step. */
export function ProgressLine({ steps, reached }: Props) {
  return (
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
  )
}
