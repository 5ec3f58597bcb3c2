import { Button, Collapse } from '@mantine/core'
import { IconChevronDown, IconMap2, IconMapPin, IconNavigation } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { driveLinks, maxBetween } from '#web/features/addresses/drive-links.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { addressOf } from '#web/features/addresses/places.ts'
import { useFeature, useSettings } from '#web/session/settings.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PointMap } from '#web/ui/map/map.tsx'
import type { LatLng, MapPoint } from '#web/ui/map/map-points.ts'
import classes from './day.module.css'
import { hasWork, type Visit } from './visits.ts'

const styles = {
  open: { tone: 'moving', icon: IconMapPin, label: 'Pysähdys' },
  done: { tone: 'delivered', icon: IconMapPin, label: 'Tehty' },
} as const

type Stopped = Visit & { point: LatLng }
const isPlaced = (visit: Visit): visit is Stopped => visit.point !== null && hasWork(visit)

/** The visits on a map, and links that lead through what is left of them; folded until it is needed. */
export function DayMap({ visits }: { visits: readonly Visit[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const placed = useMemo(() => visits.filter(isPlaced), [visits])
  const optimises = useFeature('reitin_optimointi')
  if (placed.length === 0) return null
  return (
    <section className={classes.map}>
      <Button
        fullWidth
        variant="default"
        size="md"
        leftSection={<IconMap2 size={20} aria-hidden />}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setIsOpen(!isOpen)}
      >
        Päivä kartalla
      </Button>
      <Collapse expanded={isOpen} id={panel}>
        {isOpen && <Opened placed={placed} />}
        {optimises && (
          <LinkButton to="/reitin-optimointi" variant="subtle" size="md" fullWidth>
            Reitin optimointi
          </LinkButton>
        )}
      </Collapse>
    </section>
  )
}

function Opened({ placed }: { placed: readonly Stopped[] }) {
  const { mapTiles, mapAttribution } = useSettings()
  const points = useMemo(
    (): MapPoint[] =>
      placed.map(({ key, number, point, place, isDone }) => ({
        ...point,
        id: key,
        style: isDone ? styles.done : styles.open,
        text: `${number}`,
        label: `${number}. ${place.name || addressOf(place)}`,
      })),
    [placed],
  )
  const left = placed.filter(({ isDone }) => !isDone)
  const links = driveLinks(
    left.map(({ point }) => point),
    { hasStart: false, max: maxBetween.mobile },
  )
  const perLink = maxBetween.mobile + 1
  return (
    <>
      <div className={classes.canvas}>
        <PointMap
          label="Päivän pysähdykset kartalla"
          points={points}
          clustered={false}
          tiles={mapTiles}
          attribution={mapAttribution}
          credits={mapCredits}
        />
      </div>
      {links.map((link, index) => {
        const part = left.slice(index * perLink, (index + 1) * perLink)
        const [from, to] = [part[0]?.number, part.at(-1)?.number]
        return (
          <Button
            key={link}
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            fullWidth
            variant="default"
            size="md"
            mb={8}
            leftSection={<IconNavigation size={20} aria-hidden />}
          >
            {from === to ? `Aja pysähdykselle ${from}` : `Aja pysähdykset ${from}–${to}`}
          </Button>
        )
      })}
    </>
  )
}
