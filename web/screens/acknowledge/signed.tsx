import { Skeleton, Text } from '@mantine/core'
import { useStoredPicture } from '../../data/stored-file.ts'
import type { Acknowledgement } from '../../kit/delivery.ts'
import { formatMoment } from '../../kit/format.ts'
import { goodsText } from '../../kit/goods-text.ts'
import { addressOf, deliveryPlace } from '../../kit/places.ts'
import { Section } from '../../ui/section.tsx'
import classes from './acknowledge.module.css'

/** Who received, when, what, and the signature. */
export function Signed({ acknowledgement: { row, shipments, picture } }: { acknowledgement: Acknowledgement }) {
  const places = [...new Set(shipments.map(deliveryPlace).map((place) => [place.name, addressOf(place)].filter(Boolean).join(', ')))]
  return (
    <Section title={`Kuitannut ${row.nimenselvennys}`}>
      <dl className={classes.signed}>
        <dt>Aika</dt>
        <dd>{formatMoment(row.laitteen_aika || row.created)}</dd>
        <dt>Toimituspaikka</dt>
        <dd>{places.join(' · ')}</dd>
        <dt>Vastaanotettu</dt>
        <dd>{goodsText(shipments)}</dd>
      </dl>
      {picture ? <Signature uri={picture.uri} name={row.nimenselvennys} /> : <Text c="dimmed">Allekirjoituksen kuvaa ei ole.</Text>}
    </Section>
  )
}

function Signature({ uri, name }: { uri: string; name: string }) {
  const { url, failed } = useStoredPicture(uri)
  if (failed) return <Text c="dimmed">Allekirjoituksen kuvaa ei saatu.</Text>
  return url ? (
    <img className={classes.picture} src={url} alt={`Allekirjoitus, ${name}`} />
  ) : (
    <Skeleton height={140} maw={420} radius="md" aria-hidden />
  )
}
