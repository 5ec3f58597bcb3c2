import { Button, VisuallyHidden } from '@mantine/core'
import { IconRoute, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { maxWaypoints, optimiseRouteCall } from '#domain/features/route-optimisation/optimise-route.ts'
import { callApi } from '#web/data/api-call.ts'
import { refusalText } from '#web/data/fault.ts'
import { useAction } from '#web/data/use-action.ts'
import { plural } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { Section } from '#web/ui/section.tsx'
import { AddAddress } from './add-address.tsx'
import { RouteEnds } from './route-ends.tsx'
import { figuresQuery } from './route-figures.ts'
import { RouteMap } from './route-map.tsx'
import classes from './route-optimisation.module.css'
import { callInput, type DriveStop, emptyPlan, ordered, planBefore, type RoutePlan, withStops } from './route-plan.ts'
import { RouteSummary } from './route-summary.tsx'
import { SendToDriver } from './send-to-driver.tsx'
import { StopList } from './stop-list.tsx'
import { TodaysStops } from './todays-stops.tsx'
import { useRoutePlan } from './use-route-plan.ts'

/** Orders the stops of a drive, with its map, its length, and links to the maps service (rules/route-optimisation.md#screen). */
export function RouteOptimisationScreen() {
  const [plan, setPlan] = useRoutePlan()
  const [spoken, setSpoken] = useState('')
  const [fault, setFault] = useState('')
  const [showsOrders, setShowsOrders] = useState(false)
  const moment = useNow()
  const { data: now } = useQuery(figuresQuery(plan, moment))
  const { data: before = null } = useQuery(figuresQuery(planBefore(plan), moment))
  const newest = useRef(plan)
  useEffect(() => {
    newest.current = plan
  }, [plan])
  const optimise = useAction({
    mutationFn: (sent: RoutePlan) => callApi(optimiseRouteCall, callInput(sent, { fixed: false, now: nowSeconds() }), { quiet: 'all' }),
    onSuccess: (answer, sent) => {
      const isChanged = newest.current !== sent
      if (!isChanged) setPlan(ordered(sent, answer))
      setSpoken(isChanged ? '' : 'Järjestys on optimoitu.')
      setFault(isChanged ? 'Reitti muuttui optimoinnin aikana. Optimoi järjestys uudelleen.' : '')
    },
    onFault: (failure) => setFault(refusalText(failure)),
  })
  const change = (changed: RoutePlan, words = '') => {
    setPlan(changed)
    setSpoken(words)
  }
  const add = (added: readonly DriveStop[]) => {
    const known = new Set(plan.stops.map(({ id }) => id))
    const stops = [...plan.stops, ...added.filter(({ id }) => !known.has(id))]
    setFault(stops.length > maxWaypoints ? `Reitillä on enintään ${maxWaypoints} pysähdystä.` : '')
    change(withStops(plan, stops.slice(0, maxWaypoints)), plural(added.length, 'pysähdys lisätty', 'pysähdystä lisätty'))
  }
  const isEmpty = plan.stops.length === 0 && !plan.start && !plan.end
  return (
    <Page
      title="Reitin optimointi"
      width="list"
      focus="field"
      actions={
        !isEmpty && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => change(emptyPlan, 'Reitti on tyhjennetty.')}
          >
            Tyhjennä
          </Button>
        )
      }
    >
      <div className={classes.layout}>
        <div className={classes.column}>
          <Section title="Lähtö- ja päätepaikka">
            <RouteEnds plan={plan} onChange={(changed) => change(changed)} />
          </Section>
          <Section title="Pysähdykset" aside={plan.stops.length > 0 && plural(plan.stops.length, 'pysähdys', 'pysähdystä')}>
            <div className={classes.body}>
              {plan.stops.length === 0 ? (
                <p className={classes.hint}>Lisää pysähdykset päivän tilauksista tai kirjoita osoite.</p>
              ) : (
                <StopList
                  stops={plan.stops}
                  times={now?.times}
                  onChange={(stops, words) => change({ ...plan, stops }, words)}
                  onRemove={(id) =>
                    change(
                      withStops(
                        plan,
                        plan.stops.filter((stop) => stop.id !== id),
                      ),
                      'Pysähdys on poistettu.',
                    )
                  }
                />
              )}
              <AddAddress label="Lisää osoite" onAdd={(stop) => add([stop])} />
              <Button variant="default" aria-expanded={showsOrders} onClick={() => setShowsOrders(!showsOrders)}>
                {showsOrders ? 'Piilota päivän tilaukset' : 'Lisää päivän tilauksista'}
              </Button>
              {showsOrders && <TodaysStops onAdd={add} />}
            </div>
          </Section>
        </div>
        <div className={classes.column} data-aside>
          <Section title="Reitti">
            <div className={classes.body}>
              {now && plan.stops.length > 0 && (
                <RouteSummary
                  plan={plan}
                  now={now}
                  before={before}
                  onRestore={() => change(planBefore(plan) ?? plan, 'Järjestys on palautettu.')}
                />
              )}
              {fault && <FaultNote>{fault}</FaultNote>}
              <Button
                leftSection={<IconRoute size={18} aria-hidden />}
                disabled={plan.stops.length < 2}
                loading={optimise.isRunning}
                onClick={() => optimise.run(plan)}
              >
                Optimoi järjestys
              </Button>
              <SendToDriver stops={plan.stops} />
            </div>
          </Section>
          <RouteMap plan={plan} line={plan.stops.length > 0 ? now?.line : undefined} lineBefore={before?.line} />
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </Page>
  )
}
