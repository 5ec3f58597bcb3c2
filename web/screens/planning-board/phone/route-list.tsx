import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { stopTypes } from '#domain/entities/stop/stop.entity.ts'
import type { BoardRoute } from '#domain/features/planning-board/board.ts'
import { breachText, isShown, loadText, ordersAt, shiftTimesOf } from '#web/features/planning-board/board-words.ts'
import { CallDriver } from '#web/features/planning-board/call-driver.tsx'
import { formatTimeOn } from '#web/kit/format.ts'
import type { BoardTarget } from '../board-keys.ts'
import { colourOf, worksOf } from '../board-model.ts'
import text from '../board-text.module.css'
import { type Doing, toolsOf } from '../target-tools.ts'
import classes from './route-list.module.css'

type Props = { routes: readonly BoardRoute[]; doing: Doing }

/** The board on a phone: each driver's stops as a list, with a menu of what can be done to each. */
export function RouteList({ routes, doing }: Props) {
  const { day, works } = doing.index
  return (
    <div className={classes.list}>
      {routes.map((route, index) => (
        <section key={route.id} className={classes.listRoute} data-colour={colourOf(index)}>
          <div className={classes.listTop}>
            <h2 className={classes.listHead}>
              {route.kuljettaja.name} <span className={text.muted}>{route.auto?.rekisterinumero ?? 'Ei autoa'}</span>
            </h2>
            {route.kuljettaja.puhelin && <CallDriver driver={route.kuljettaja} className={classes.call} size={20} />}
            <ToolMenu target={{ kind: 'route', id: route.id }} label={`Toiminnot: ${route.kuljettaja.name}`} doing={doing} />
          </div>
          {route.huomautukset
            .filter((breach) => breach.pysahdys === null && isShown(breach))
            .map((breach) => (
              <p key={breach.laji} className={`${text.hint} ${text.bad}`}>
                {breachText(breach)}
              </p>
            ))}
          <p className={text.hint}>
            {loadText(route.kg, route.auto?.kantavuus ?? 0, 'kg')} · {loadText(route.lavat, route.auto?.lavapaikat ?? 0, 'lavaa')}
            {route.loppu > 0 && ` · ${shiftTimesOf(route)}`}
          </p>
          {route.pysahdykset.length === 0 && <p className={text.hint}>Ei pysähdyksiä.</p>}
          <ol className={classes.listStops}>
            {route.pysahdykset.map((stop) => (
              <li key={stop.id} className={classes.listStop} data-done={stop.tehty || undefined}>
                <time>{formatTimeOn(stop.saapuminen, day)}</time>
                <span>
                  {stopTypes[stop.tyyppi]} {stop.postitmp || stop.nimi}
                  {stop.tehty && ' · tehty'}
                  {stop.lukittu && ' · lukittu'}
                  <span className={text.muted}>
                    {ordersAt(worksOf(stop).flatMap((id) => works.get(id) ?? []))
                      .map((order) => ` · ${order}`)
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
                <ToolMenu
                  target={{ kind: 'stop', id: stop.id }}
                  label={`Toiminnot: ${stopTypes[stop.tyyppi]} ${stop.postitmp || stop.nimi}`.trim()}
                  doing={doing}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function ToolMenu({ target, label, doing }: { target: BoardTarget; label: string; doing: Doing }) {
  const tools = toolsOf(target, doing)
  if (tools.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon className={classes.menu} variant="subtle" size={44} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label: name, icon: Icon, run }) => (
          <Menu.Item key={name} leftSection={<Icon size={16} aria-hidden />} onClick={run}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
