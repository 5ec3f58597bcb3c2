import { type End, ends } from '#domain/values/place/place.ts'
import { showPhone } from '#web/features/addresses/places.ts'
import { placeName } from '../../order-check.ts'
import type { OrderRead } from '../../order-data.ts'
import { delivers, type OrderContent } from '../../order-values.ts'
import type { PlaceValues } from '../../places/place-values.ts'
import { Card } from '../card.tsx'
import classes from './content.module.css'
import { EditButton } from './edit-button.tsx'

type Props = { read: OrderRead; content: OrderContent; onEdit: (() => void) | undefined }

/** Each place of the order once, with its contact; where there are several, with the shipments that use it. */
export function PlacesCard({ read, content, onEdit }: Props) {
  const numbers = new Map([...read.shipments, ...read.jobs].map(({ id, tunniste }) => [id, tunniste]))
  const linesOf = (end: End, key: string): string => {
    const lines = end === 'nouto' ? [...content.rows, ...content.jobs] : content.rows
    const here = lines.filter((line) => (end === 'toimitus' && 'toimitus' in line ? line.toimitus : line.nouto) === key)
    return here.flatMap(({ id }) => numbers.get(id) ?? []).join(', ')
  }
  const shown = delivers(content) ? ends : (['nouto'] as const)
  return (
    <Card title="Paikat" aside={<EditButton of="Paikat" section="paikat" onEdit={onEdit} />}>
      <div className={classes.places}>
        {shown.flatMap((end) =>
          content[end].map((place, position) => (
            <Stop
              key={`${end} ${place.key}`}
              name={placeName(content, end, position)}
              place={place}
              hollow={end === 'nouto'}
              lines={content[end].length > 1 ? linesOf(end, place.key) : ''}
            />
          )),
        )}
      </div>
    </Card>
  )
}

function Stop({ name, place, hollow, lines }: { name: string; place: PlaceValues; hollow: boolean; lines: string }) {
  const { nimi, osoite1, osoite2, postinro, postitmp, maa, etunimi, sukunimi, puhelin, email } = place
  const contact = `${etunimi} ${sukunimi}`.trim()
  return (
    <section className={classes.stop} data-hollow={hollow || undefined} aria-label={name}>
      <p className={classes.stopHead}>
        <span>{name}</span>
        {lines && <span>{lines}</span>}
      </p>
      <address>
        <strong>{nimi || 'Nimi puuttuu'}</strong>
        <span>{[osoite1, osoite2].filter(Boolean).join(', ') || 'Osoite puuttuu'}</span>
        <span>{[`${postinro} ${postitmp}`.trim(), maa === 'FI' ? '' : maa].filter(Boolean).join(', ')}</span>
        {(contact || puhelin) && (
          <span className={classes.contact}>
            {contact} {puhelin && <a href={`tel:${puhelin}`}>{showPhone(puhelin)}</a>}
          </span>
        )}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </address>
    </section>
  )
}
