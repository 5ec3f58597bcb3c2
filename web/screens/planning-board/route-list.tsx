import { stopTypes } from '#domain/entities/stop/stop.entity.ts'
import type { BoardRoute, BoardWork } from '#domain/features/planning-board/board.ts'
import { formatTime } from '#web/kit/format.ts'
import { colourOf, worksOf } from './board-model.ts'
import text from './board-text.module.css'
import { breachText, isShown, loadText } from './board-words.ts'
import classes from './route-list.module.css'

type Props = { routes: readonly BoardRoute[]; works: ReadonlyMap<string, BoardWork> }

/** The board on a phone: each driver's stops as a list, for reading. */
export function RouteList({ routes, works }: Props) {
  return (
    <div className={classes.list}>
      {routes.map((route, index) => (
        <section key={route.id} className={classes.listRoute} data-colour={colourOf(index)}>
          <h2 className={classes.listHead}>
            {route.kuljettaja.name}
            <span className={text.muted}>{route.auto?.rekisterinumero ?? 'Ei autoa'}</span>
            {route.kuljettaja.puhelin && <a href={`tel:${route.kuljettaja.puhelin}`}>{route.kuljettaja.puhelin}</a>}
          </h2>
          <p className={text.hint}>
            {loadText(route.kg, route.auto?.kantavuus ?? 0, 'kg')} · {loadText(route.lavat, route.auto?.lavapaikat ?? 0, 'lavaa')}
            {route.loppu > 0 && ` · ${formatTime(route.alku)}–${formatTime(route.loppu)}`}
          </p>
          {route.pysahdykset.length === 0 && <p className={text.hint}>Ei pysähdyksiä.</p>}
          <ol className={classes.listStops}>
            {route.pysahdykset.map((stop) => (
              <li key={stop.id} className={classes.listStop} data-done={stop.tehty || undefined}>
                <time>{formatTime(stop.saapuminen)}</time>
                <span>
                  {stopTypes[stop.tyyppi]} {stop.postitmp || stop.nimi}
                  {stop.tehty && ' · tehty'}
                  <span className={text.muted}>
                    {worksOf(stop)
                      .flatMap((id) => works.get(id) ?? [])
                      .map(({ tunniste, asiakas }) => ` · ${tunniste} ${asiakas}`)
                      .join('')}
                  </span>
                  {route.huomautukset
                    .filter((breach) => breach.pysahdys === stop.id && isShown(breach) && !stop.tehty)
                    .map((breach) => (
                      <span key={breach.laji} className={breach.laji === 'etuajassa' ? text.early : text.bad}>
                        {' · '}
                        {breachText(breach)}
                      </span>
                    ))}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
