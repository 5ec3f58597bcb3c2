import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Board } from '#domain/features/planning-board/board.ts'
import { formatCount, formatMinutes, plural } from '#web/kit/format.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { changeOf, gainsOf, type Proposed } from './preview.ts'
import classes from './proposal.module.css'
import type { ProposalState } from './use-proposal.ts'

const minus = '−'
const signed = (value: number, text: string): string => (value < 0 ? `${minus}${text}` : `+${text}`)

/** `−34 km · −48 min` */
function changeText(change: ReturnType<typeof changeOf>): string {
  if (change === null) return 'Osa ehdotuksesta'
  const { metres, seconds } = change
  const [km, minutes] = [Math.round(metres / 1000), Math.round(seconds / 60)]
  if (km === 0 && minutes === 0) return 'Ajo ei muutu'
  return [signed(km, `${formatCount(Math.abs(km))} km`), signed(minutes, formatMinutes(Math.abs(minutes)))].join(' · ')
}

type Props = { board: Board; proposed: Proposed; state: ProposalState }

/** What the proposal changes, and what can be done with it. */
export function ProposalBar({ board, proposed, state }: Props) {
  const { proposal, chosen } = proposed
  const { allowsMoves, isAsking, isAccepting } = state
  const accept = useRef<HTMLButtonElement>(null)
  useEffect(() => accept.current?.focus(), [])
  usePageKeys([
    ['mod+Enter', () => void state.accept()],
    ['Escape', state.dismiss],
  ])
  const names = new Map(board.tyot.map(({ id, tunniste }) => [id, tunniste]))
  const gains = gainsOf(proposed)
    .filter(({ works }) => works.length > 0)
    .map(({ name, works }) => `${name}: ${[...new Set(works.map((id) => names.get(id) ?? ''))].join(', ')}`)
  const { poistuu, tulee, mahtumatta, ilmoitus } = proposal
  const isWhole = chosen.size === proposal.reitit.length
  const notes = [
    ...(ilmoitus ? [ilmoitus] : []),
    ...(gains.length > 0 ? gains : ['Vain järjestys muuttuu']),
    ...(isWhole && poistuu > 0 ? [`${plural(poistuu, 'huomautus', 'huomautusta')} poistuu`] : []),
    ...(isWhole ? [tulee > 0 ? plural(tulee, 'uusi huomautus', 'uutta huomautusta') : 'ei uusia huomautuksia'] : []),
    ...(mahtumatta.length > 0 ? [`${plural(mahtumatta.length, 'tilaus', 'tilausta')} jää ilman kuljettajaa`] : []),
  ]
  return (
    <section className={classes.bar} aria-label="Ehdotus">
      <span className={classes.title}>
        <IconWand size={18} aria-hidden /> Ehdotus
      </span>
      <b className={classes.change}>{changeText(changeOf(board, proposed))}</b>
      <span className={classes.notes} title={notes.join('\n')} role="status">
        {notes.join(' · ')}
      </span>
      <div className={classes.actions}>
        <Checkbox
          size="xs"
          label="Saa siirtää kuljettajalta toiselle"
          checked={allowsMoves}
          disabled={isAsking || isAccepting}
          onChange={(event) => state.ask(event.currentTarget.checked)}
        />
        <ChooseRoutes proposed={proposed} onToggle={state.toggle} />
        <Button variant="default" size="sm" disabled={isAccepting} aria-keyshortcuts="Escape" onClick={state.dismiss}>
          Hylkää
        </Button>
        <Button
          ref={accept}
          size="sm"
          loading={isAccepting}
          disabled={chosen.size === 0 || isAsking}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void state.accept()}
        >
          Hyväksy
        </Button>
      </div>
    </section>
  )
}

/** Leaves out drivers' routes from what is accepted. */
function ChooseRoutes({ proposed, onToggle }: { proposed: Proposed; onToggle: (route: string) => void }) {
  const { proposal, chosen } = proposed
  const gains = new Map(
    gainsOf({ proposal, chosen: new Set(proposal.reitit.map(({ id }) => id)) }).map(({ route, works }) => [route, works.length]),
  )
  return (
    <Popover trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm">
          Valitse osa
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {proposal.reitit.map(({ id, kuljettaja }) => {
            const count = gains.get(id) ?? 0
            return (
              <Checkbox
                key={id}
                label={`${kuljettaja.name}${count > 0 ? `: ${plural(count, 'uusi tilaus', 'uutta tilausta')}` : ': uusi järjestys'}`}
                checked={chosen.has(id)}
                onChange={() => onToggle(id)}
              />
            )
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
