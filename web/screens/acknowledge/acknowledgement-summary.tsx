import { Skeleton, Text } from '@mantine/core'
import { useStoredFile } from '#web/data/files/stored-file.ts'
import { addressOf, deliveryPlace } from '#web/features/addresses/places.ts'
import type { Acknowledgement } from '#web/features/deliveries/delivery.ts'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './acknowledge.module.css'

/** An acknowledgement: receiver, time, shipments and signature. */
export function AcknowledgementSummary({ acknowledgement }: { acknowledgement: Acknowledgement }) {
  const { row, shipments } = acknowledgement
  const places = [...new Set(shipments.map(deliveryPlace).map((place) => [place.name, addressOf(place)].filter(Boolean).join(', ')))]
  return (
    <Section title={row.jatetty ? 'Jätetty ilman kuittausta' : `Kuitannut ${row.nimenselvennys}`}>
      <dl className={classes.signed}>
        <dt>Aika</dt>
        <dd>{formatMoment(row.laitteen_aika || row.created)}</dd>
        <dt>Toimituspaikka</dt>
        <dd>{places.join(' · ')}</dd>
        {row.jatetty && (
          <>
            <dt>Jätetty</dt>
            <dd>{row.jattopaikka}</dd>
          </>
        )}
        <dt>Vastaanotettu</dt>
        <dd>{goodsText(shipments)}</dd>
      </dl>
      <Proof acknowledgement={acknowledgement} />
    </Section>
  )
}

/** The signature, or the pictures of goods left without one. */
function Proof({ acknowledgement: { row, picture } }: { acknowledgement: Acknowledgement }) {
  if (picture) return <Signature uri={picture.uri} name={row.nimenselvennys} />
  if (!row.jatetty) return <Text c="dimmed">Allekirjoituksen kuvaa ei ole.</Text>
  return row.kuvat.map((id, index) => <StoredPicture key={id} uri={`/file/${id}`} alt={`Jätetyt tavarat, kuva ${index + 1}`} />)
}

function Signature({ uri, name }: { uri: string; name: string }) {
  const { url, failed } = useStoredFile(uri)
  if (failed) return <Text c="dimmed">Allekirjoituksen kuvaa ei saatu.</Text>
  return url ? (
    <img className={classes.picture} src={url} alt={`Allekirjoitus, ${name}`} />
  ) : (
    <Skeleton height={140} maw={420} radius="md" aria-hidden />
  )
}
