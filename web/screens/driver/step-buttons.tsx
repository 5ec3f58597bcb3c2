import { Button } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPackageExport, IconRotate2 } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { Transition } from '#domain/entities/order/order.states.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { usePressed } from '#web/kit/page/settling.ts'
import classes from './driver.module.css'
import type { Steps } from './stops.ts'

/** What is pressed before the next step, in its place: the step is then an ordinary button. */
export type FirstPress = { label: string; icon: ReactNode; onPress: () => void }

type Props<S extends string> = {
  steps: Steps<S>
  /** The stop's name, for the buttons' accessible names. */
  of: string
  onStep: (transition: Transition<S>, reason: string) => void
  first?: FirstPress | null
  /** Before the day has been started another button is the next one to press. */
  isAhead?: boolean
  /** The label of a step where it is not that of the table. */
  labelOf?: (transition: Transition<S>) => string
  /** Other actions, shown with the rarer steps. */
  more?: ReactNode
}

/** The steps that the state table allows: the next one large, the rarer ones behind "Muut". */
export function StepButtons<S extends string>({
  steps,
  of,
  onStep,
  first = null,
  isAhead = false,
  labelOf = ({ action }) => action,
  more,
}: Props<S>) {
  const { settling, taken, setPressed } = usePressed<S | 'first'>()
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<Transition<S> | null>(null)
  const others = useId()
  const press = (transition: Transition<S>) => {
    if (settling) return
    if (transition.reason) setAsking(transition)
    else {
      setPressed(transition.to)
      onStep(transition, '')
    }
  }
  const pressFirst = () => {
    if (settling || !first) return
    setPressed('first')
    first.onPress()
  }
  const stateOf = (button: S | 'first') => (settling ? { 'aria-disabled': true, 'data-taken': button === taken || undefined } : {})
  const next = first ? undefined : steps.main[0]
  const alike = first ? steps.main : steps.main.slice(1)
  const hasMore = steps.other.length > 0 || Boolean(more)
  return (
    <div className={classes.steps}>
      {first && (
        <Button fullWidth {...stateOf('first')} className={classes.go} leftSection={first.icon} onClick={pressFirst}>
          {first.label}
        </Button>
      )}
      {next && (
        <Button
          fullWidth
          {...stateOf(next.to)}
          variant={isAhead ? 'default' : 'filled'}
          className={classes.go}
          leftSection={next.to === 'toimitettu' ? <IconCheck size={24} aria-hidden /> : <IconPackageExport size={24} aria-hidden />}
          onClick={() => press(next)}
        >
          {labelOf(next)}
        </Button>
      )}
      {[...alike, ...steps.back].map((transition) => (
        <Button
          key={transition.to}
          fullWidth
          {...stateOf(transition.to)}
          variant="default"
          size="md"
          leftSection={steps.back.includes(transition) ? <IconRotate2 size={20} aria-hidden /> : undefined}
          onClick={() => press(transition)}
        >
          {labelOf(transition)}
        </Button>
      ))}
      {hasMore && (
        <Button
          fullWidth
          variant="subtle"
          size="md"
          color="gray"
          aria-expanded={open}
          aria-controls={others}
          aria-label={`Muut, ${of}`}
          rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: open ? '180deg' : undefined }} />}
          onClick={() => setOpen(!open)}
        >
          Muut
        </Button>
      )}
      <div id={others} className={classes.steps} hidden={!open}>
        {open && (
          <>
            {steps.other.map((transition) => (
              <Button
                key={transition.to}
                fullWidth
                {...stateOf(transition.to)}
                variant="default"
                size="md"
                onClick={() => {
                  if (settling) return
                  setOpen(false)
                  press(transition)
                }}
              >
                {labelOf(transition)}
              </Button>
            ))}
            {more}
          </>
        )}
      </div>
      <ReasonDialog
        opened={asking !== null}
        title={`${asking?.action ?? ''}: ${of}`}
        action={asking?.action ?? ''}
        onClose={() => setAsking(null)}
        onReason={(reason) => {
          if (asking) onStep(asking, reason)
          setAsking(null)
        }}
      />
    </div>
  )
}
