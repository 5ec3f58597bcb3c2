import { Button } from '@mantine/core'
import { stopTypes } from '#domain/entities/stop/stop.entity.ts'
import type { BoardWork } from '#domain/features/planning-board/board.ts'
import { breachText, goodsOf, isShown, ordersAt, shiftTimesOf, timesOf, wayOf, windowOf } from '#web/features/planning-board/board-words.ts'
import { firstOf, formatMinutes, formatTimeOn } from '#web/kit/format.ts'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import classes from './board-foot.module.css'
import type { BoardTarget } from './board-keys.ts'
import { worksOf } from './board-model.ts'
import text from './board-text.module.css'
import { type Doing, toolsOf } from './target-tools.ts'

type Detail = { id: string; doing: Doing }

const details = { route: RouteDetail, stop: StopDetail, work: WorkDetail } as const

/** What is chosen, with what can be done to it; the keys and the legend when nothing is. */
export function BoardFoot({ target, doing }: { target: BoardTarget | null; doing: Doing }) {
  useRootMark('data-board-tools', target !== null)
  if (!target) return <Legend />
  const Detail = details[target.kind]
  return (
    <div className={classes.foot} aria-live="polite">
      <Detail id={target.id} doing={doing} />
      <div className={classes.detailTools}>
        {toolsOf(target, doing).map(({ label, icon: Icon, run }) => (
          <Button key={label} {...tool} leftSection={<Icon size={15} aria-hidden />} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Those that give way on a narrow screen. */
const extraKeys: ReadonlySet<string> = new Set(['Tauko', 'Kesto', 'Kumoa'])

function Legend() {
  const keys: [string[], string][] = [
    [['↑', '↓'], 'Kuljettaja'],
    [['←', '→'], 'Pysähdys'],
    [['A'], 'Anna kuljettaja'],
    [['L'], 'Lukitse'],
    [['T'], 'Tauko'],
    [['K'], 'Kesto'],
    [['Ctrl Z'], 'Kumoa'],
    [['?'], 'Kaikki'],
  ]
  return (
    <div className={classes.foot} data-legend>
      {keys.map(([pressed, what]) => (
        <span key={what} data-keys={extraKeys.has(what) ? 'extra' : ''}>
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

function RouteDetail({ id, doing: { index } }: Detail) {
  const route = index.routes.get(id)
  if (!route) return null
  const { kuljettaja, loppu, metrit, sekunnit, paattyy, pysahdykset, huomautukset } = route
  return (
    <>
      <span className={classes.detail}>
        <b>{kuljettaja.name}</b>
        {loppu > 0 && ` vuoro ${shiftTimesOf(route)}`}
        {pysahdykset.length > 0 &&
          ` · ${Math.round(metrit / 1000)} km, ajoa ${formatMinutes(Math.round(sekunnit / 60))} · viimeinen lähtö ${formatTimeOn(paattyy, index.day)}`}
      </span>
      {huomautukset.filter(isShown).map((breach) => (
        <span key={`${breach.laji} ${breach.pysahdys}`} className={breach.laji === 'etuajassa' ? text.early : text.bad}>
          {breachText(breach)}
        </span>
      ))}
    </>
  )
}

/** `T-1582 Myllypato Oy · 1 427 kg · 5 lavaa`: each order once, with what the stop has of all together. */
function worksText(works: readonly BoardWork[]): string {
  const [first] = works
  if (!first) return ''
  const orders = ordersAt(works)
  const sum = (of: 'kg' | 'lavat' | 'kolli') => works.reduce((total, work) => total + work[of], 0)
  return [firstOf(orders, 4), goodsOf({ ...first, kg: sum('kg'), lavat: sum('lavat'), kolli: sum('kolli') })].filter(Boolean).join(' · ')
}

function StopDetail({ id, doing: { index } }: Detail) {
  const found = index.stops.get(id)
  if (!found) return null
  const { stop, route } = found
  const works = worksOf(stop).flatMap((work) => index.works.get(work) ?? [])
  return (
    <>
      <span className={classes.detail}>
        <b>
          {stopTypes[stop.tyyppi]} {stop.postitmp || stop.nimi}
        </b>
        {[stop.nimi, stop.osoite1].filter((text) => text !== '' && text !== stop.postitmp).map((text) => ` · ${text}`)}
        {` · klo ${timesOf(stop, index.day)}`}
        {stop.kesto > 0 && worksOf(stop).length > 0 && ` (asetettu ${formatMinutes(stop.kesto)})`}
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
    </>
  )
}

function WorkDetail({ id, doing: { index } }: Detail) {
  const work = index.works.get(id)
  if (!work) return null
  return (
    <span className={classes.detail}>
      <b>{work.tunniste}</b> {[work.asiakas, wayOf(work), windowOf(work, index.day), goodsOf(work)].filter(Boolean).join(' · ')}
    </span>
  )
}
