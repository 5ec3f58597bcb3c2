import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconNavigation } from '@tabler/icons-react'
import type { OptimisedRoute } from '#domain/features/route-optimisation/optimise-route.ts'
import { driveLinks, maxBetween } from '#web/features/addresses/drive-links.ts'
import { formatKilometres, formatSeconds, savingOf } from './route-figures.ts'
import classes from './route-optimisation.module.css'
import type { RoutePlan } from './route-plan.ts'

type Figures = Pick<OptimisedRoute, 'metres' | 'seconds' | 'estimate' | 'notice' | 'legs'>
type Props = { plan: RoutePlan; now: Figures; before: Figures | null; onRestore: () => void }

/** How long the route is, what its order saves, and links to the maps service. */
export function RouteSummary({ plan, now, before, onRestore }: Props) {
  const saving = before && savingOf(before, now)
  const roadless = now.legs.filter(({ road }) => !road).length
  return (
    <div className={classes.summary}>
      <dl className={classes.figures}>
        {before && <Figure label="Ennen" figures={before} faded />}
        <Figure label={before ? 'Nyt' : 'Reitti'} figures={now} />
        {before && (
          <div data-saving={saving ? true : undefined}>
            <dt>Säästö</dt>
            {saving ? saving.map((text) => <dd key={text}>{text}</dd>) : <dd>Järjestys oli jo hyvä</dd>}
          </div>
        )}
      </dl>
      {now.estimate && <p className={classes.hint}>Matkat ja ajat ovat arvioita linnuntien mukaan.</p>}
      {roadless > 0 && <p className={classes.hint}>Osalle pysähdyksistä ei löydy tietä: niiden matkat ovat arvioita.</p>}
      {now.notice && <p className={classes.hint}>{now.notice}</p>}
      <div className={classes.actions}>
        {before && (
          <Button variant="default" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={onRestore}>
            Palauta järjestys
          </Button>
        )}
        <MapLinks plan={plan} />
      </div>
    </div>
  )
}

const Figure = ({ label, figures, faded = false }: { label: string; figures: Figures; faded?: boolean }) => (
  <div data-faded={faded || undefined}>
    <dt>{label}</dt>
    <dd>{formatKilometres(figures.metres)}</dd>
    <dd>{formatSeconds(figures.seconds)}</dd>
  </div>
)

function MapLinks({ plan: { start, end, ending, stops } }: { plan: RoutePlan }) {
  const isTouch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const last = ending === 'paluu' ? start : ending === 'paate' ? end : null
  const points = [...(start ? [start] : []), ...stops, ...(last ? [last] : [])]
  const links = driveLinks(points, { hasStart: start !== null, max: isTouch ? maxBetween.mobile : maxBetween.elsewhere })
  return links.map((link, index) => (
    <Button
      key={link}
      component="a"
      href={link}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconNavigation size={18} aria-hidden />}
    >
      {links.length === 1 ? 'Avaa kartoissa' : `Avaa kartoissa ${index + 1}/${links.length}`}
    </Button>
  ))
}
