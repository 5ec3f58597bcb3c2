import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { showPhone } from '#web/features/addresses/places.ts'
import { timelineQuery } from '#web/features/history/timeline.tsx'
import classes from './order-head.module.css'

/** Who ordered, and their phone number where they are the customer's person; nothing for an order that a job made. */
export function Orderer({ order }: { order: string }) {
  const { data } = useQuery(timelineQuery(order))
  const who = data?.data.find(({ laji }) => laji === 'tilattu')?.kuka
  if (!who || who.nimi === '') return null
  return (
    <span className={classes.orderer}>
      Tilaaja <strong>{who.nimi}</strong>
      {who.puhelin !== '' && (
        <a href={`tel:${who.puhelin}`} aria-label={`Soita tilaajalle: ${showPhone(who.puhelin)}`}>
          <IconPhone size={15} aria-hidden />
          {showPhone(who.puhelin)}
        </a>
      )}
    </span>
  )
}
