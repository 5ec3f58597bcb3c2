import { Button } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCoffee,
  IconExternalLink,
  IconLock,
  IconLockOpen,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { stopTypes } from '#domain/entities/stop/stop.entity.ts'
import { formatMinutes, formatTime } from '#web/kit/format.ts'
import type { BoardActs, BoardIndex } from './board-actions.ts'
import { canBeGiven, type Target } from './board-keys.ts'
import { stepTarget, worksOf } from './board-model.ts'
import { breachText, goodsOf, isShown, wayOf, windowOf } from './board-words.ts'
import classes from './planning-board.module.css'

type Props = { target: Target | null; index: BoardIndex; acts: BoardActs; onGive: () => void; onOpen: (target: Target) => void }

/** What is chosen, with what can be done to it; the keys and the legend when nothing is. */
export function BoardFoot(props: Props) {
  const { target, index } = props
  if (!target) return <Legend />
  return (
    <div className={classes.foot} aria-live="polite">
      {target.kind === 'route' && <RouteDetail {...props} id={target.id} />}
      {target.kind === 'stop' && <StopDetail {...props} id={target.id} />}
      {target.kind === 'work' && index.works.has(target.id) && <WorkDetail {...props} target={target} />}
    </div>
  )
}

function Legend() {
  const keys: [string[], string][] = [
    [['↑', '↓'], 'Kuljettaja'],
    [['←', '→'], 'Pysähdys'],
    [['A'], 'Anna kuljettaja'],
    [['L'], 'Lukitse'],
    [['T'], 'Tauko'],
    [['Ctrl Z'], 'Kumoa'],
  ]
  return (
    <div className={classes.foot}>
      {keys.map(([pressed, what]) => (
        <span key={what} data-keys>
          {pressed.map((key) => (
            <kbd key={key} className={classes.key}>
              {key}
            </kbd>
          ))}
          {what}
        </span>
      ))}
      <div className={classes.legend}>
        <span>
          <i data-type="nouto" /> nouto
        </span>
        <span>
          <i /> toimitus
        </span>
        <span>
          <i data-type="early" /> etuajassa
        </span>
        <span>
          <i data-type="late" /> myöhässä
        </span>
        <span>luku = lavapaikat tai kollit</span>
      </div>
    </div>
  )
}

const tool = { size: 'compact-sm', variant: 'default' } as const

function RouteDetail({ id, index, acts }: Props & { id: string }) {
  const route = index.routes.get(id)
  if (!route) return null
  const { kuljettaja, alku, loppu, metrit, sekunnit, paattyy, pysahdykset, lukittu, huomautukset } = route
  return (
    <>
      <span className={classes.detail}>
        <b>{kuljettaja.name}</b>
        {loppu > 0 && ` vuoro ${formatTime(alku)}–${formatTime(loppu)}`}
        {pysahdykset.length > 0 &&
          ` · ${Math.round(metrit / 1000)} km, ajoa ${formatMinutes(Math.round(sekunnit / 60))} · viimeinen lähtö ${formatTime(paattyy)}`}
      </span>
      {huomautukset.filter(isShown).map((breach) => (
        <span key={`${breach.laji} ${breach.pysahdys}`} className={breach.laji === 'etuajassa' ? classes.early : classes.bad}>
          {breachText(breach)}
        </span>
      ))}
      <div className={classes.detailTools}>
        <Button {...tool} leftSection={<IconCoffee size={15} aria-hidden />} onClick={() => void acts.addBreak(id, null)}>
          Lisää tauko
        </Button>
        <Button
          {...tool}
          leftSection={lukittu ? <IconLockOpen size={15} aria-hidden /> : <IconLock size={15} aria-hidden />}
          onClick={() => void acts.lockRoute(id)}
        >
          {lukittu ? 'Avaa reitin lukitus' : 'Lukitse reitti'}
        </Button>
      </div>
    </>
  )
}

function StopDetail({ id, target, index, acts, onGive, onOpen }: Props & { id: string }) {
  const found = index.stops.get(id)
  if (!found || !target) return null
  const { stop, route } = found
  const works = worksOf(stop).flatMap((work) => index.works.get(work) ?? [])
  const isFixed = stop.tehty || stop.lukittu || route.lukittu
  const [earlier, later] = [stepTarget(route, id, -1), stepTarget(route, id, 1)]
  return (
    <>
      <span className={classes.detail}>
        <b>
          {stopTypes[stop.tyyppi]} {stop.postitmp || stop.nimi}
        </b>
        {[stop.nimi, stop.osoite1].filter((text) => text !== '' && text !== stop.postitmp).map((text) => ` · ${text}`)}
        {` · klo ${formatTime(stop.saapuminen)}–${formatTime(stop.lahto)}`}
        {stop.metrit > 0 && ` · ajo ${Math.round(stop.metrit / 1000)} km, ${formatMinutes(Math.round(stop.sekunnit / 60))}`}
      </span>
      <span>{works.map((work) => [work.tunniste, work.asiakas, goodsOf(work)].filter(Boolean).join(' ')).join(', ')}</span>
      {route.huomautukset
        .filter((breach) => breach.pysahdys === id && isShown(breach))
        .map((breach) => (
          <span key={breach.laji} className={breach.laji === 'etuajassa' ? classes.early : classes.bad}>
            {breachText(breach)}
          </span>
        ))}
      <div className={classes.detailTools}>
        {!isFixed && earlier !== undefined && (
          <Button {...tool} leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={() => void acts.move([id], route.id, earlier)}>
            Aiemmaksi
          </Button>
        )}
        {!isFixed && later !== undefined && (
          <Button {...tool} leftSection={<IconArrowRight size={15} aria-hidden />} onClick={() => void acts.move([id], route.id, later)}>
            Myöhemmäksi
          </Button>
        )}
        {canBeGiven(target, index) && !route.lukittu && (
          <Button {...tool} leftSection={<IconUserPlus size={15} aria-hidden />} onClick={onGive}>
            Anna toiselle
          </Button>
        )}
        {!stop.tehty && (
          <Button
            {...tool}
            leftSection={stop.lukittu ? <IconLockOpen size={15} aria-hidden /> : <IconLock size={15} aria-hidden />}
            onClick={() => void acts.lock(id)}
          >
            {stop.lukittu ? 'Avaa lukitus' : 'Lukitse'}
          </Button>
        )}
        {!isFixed && (
          <Button {...tool} leftSection={<IconTrash size={15} aria-hidden />} onClick={() => void acts.remove(id)}>
            {works.length > 0 ? 'Ota kuljettajalta' : 'Poista'}
          </Button>
        )}
        {works.length > 0 && (
          <Button {...tool} leftSection={<IconExternalLink size={15} aria-hidden />} onClick={() => onOpen(target)}>
            Avaa tilaus
          </Button>
        )}
      </div>
    </>
  )
}

function WorkDetail({ target, index, onGive, onOpen }: Props & { target: Target }) {
  const work = index.works.get(target.id)
  if (!work) return null
  return (
    <>
      <span className={classes.detail}>
        <b>{work.tunniste}</b> {[work.asiakas, wayOf(work), windowOf(work, index.day), goodsOf(work)].filter(Boolean).join(' · ')}
      </span>
      <div className={classes.detailTools}>
        <Button {...tool} leftSection={<IconUserPlus size={15} aria-hidden />} onClick={onGive}>
          Anna kuljettaja
        </Button>
        <Button {...tool} leftSection={<IconExternalLink size={15} aria-hidden />} onClick={() => onOpen(target)}>
          Avaa tilaus
        </Button>
      </div>
    </>
  )
}
