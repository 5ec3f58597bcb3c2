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
import type { BoardWork } from '#domain/features/planning-board/board.ts'
import { firstOf, formatMinutes, formatTime } from '#web/kit/format.ts'
import type { BoardActs, BoardIndex } from './board-actions.ts'
import classes from './board-foot.module.css'
import { type BoardTarget, hasDriver, mayAssign } from './board-keys.ts'
import { stepTarget, worksOf } from './board-model.ts'
import text from './board-text.module.css'
import { breachText, goodsOf, isShown, wayOf, windowOf } from './board-words.ts'

type Props = { target: BoardTarget | null; index: BoardIndex; acts: BoardActs; onGive: () => void; onOpen: (target: BoardTarget) => void }

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
    <div className={classes.foot} data-legend>
      {keys.map(([pressed, what]) => (
        <span key={what} data-keys>
          {pressed.map((key) => (
            <kbd key={key} className={text.key}>
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
        <span key={`${breach.laji} ${breach.pysahdys}`} className={breach.laji === 'etuajassa' ? text.early : text.bad}>
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

/** `T-1582 Myllypato Oy · 1 427 kg · 5 lavaa`: each order once, with what the stop has of all together. */
function worksText(works: readonly BoardWork[]): string {
  const [first] = works
  if (!first) return ''
  const orders = [...new Set(works.map(({ tunniste, asiakas }) => `${tunniste} ${asiakas}`))]
  const sum = (of: 'kg' | 'lavat' | 'kolli') => works.reduce((total, work) => total + work[of], 0)
  return [firstOf(orders, 4), goodsOf({ ...first, kg: sum('kg'), lavat: sum('lavat'), kolli: sum('kolli') })].filter(Boolean).join(' · ')
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
      <span>{worksText(works)}</span>
      {route.huomautukset
        .filter((breach) => breach.pysahdys === id && isShown(breach))
        .map((breach) => (
          <span key={breach.laji} className={breach.laji === 'etuajassa' ? text.early : text.bad}>
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
        {mayAssign(target, index) && !route.lukittu && (
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

function WorkDetail({ target, index, acts, onGive, onOpen }: Props & { target: BoardTarget }) {
  const work = index.works.get(target.id)
  if (!work) return null
  return (
    <>
      <span className={classes.detail}>
        <b>{work.tunniste}</b> {[work.asiakas, wayOf(work), windowOf(work, index.day), goodsOf(work)].filter(Boolean).join(' · ')}
      </span>
      <div className={classes.detailTools}>
        <Button {...tool} leftSection={<IconUserPlus size={15} aria-hidden />} onClick={onGive}>
          {hasDriver(work.id, index) ? 'Anna toiselle' : 'Anna kuljettaja'}
        </Button>
        {hasDriver(work.id, index) && (
          <Button {...tool} leftSection={<IconTrash size={15} aria-hidden />} onClick={() => void acts.release([work.id])}>
            Ota kuljettajalta
          </Button>
        )}
        <Button {...tool} leftSection={<IconExternalLink size={15} aria-hidden />} onClick={() => onOpen(target)}>
          Avaa tilaus
        </Button>
      </div>
    </>
  )
}
