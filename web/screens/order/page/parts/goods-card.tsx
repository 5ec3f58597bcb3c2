import { productTypes } from '#domain/values/limits.ts'
import type { EntityRow } from '#web/data/row.ts'
import { formatKilos, formatNumber, plural } from '#web/kit/format.ts'
import { useMayPlan } from '../../timing/use-may-plan.ts'
import { Card } from '../card.tsx'
import classes from './content.module.css'
import { EditButton } from './edit-button.tsx'

type Props = {
  shipments: readonly EntityRow<'lahetys'>[]
  /** Those that the goods take in a car; 0 for those who do not see them. */
  palletPlaces: number
  onEdit: (() => void) | undefined
}

/** `80 × 67 × 165 cm`; '' while no size is known. With the planned minutes at a stop for those who may plan: `80 × 67 × 165 cm · 20 min`. */
function sizeText({ pituus, leveys, korkeus, palveluaika }: EntityRow<'lahetys'>, mayPlan: boolean): string {
  const sizes = [pituus, leveys, korkeus].map((millimetres) => formatNumber(millimetres / 10)).join('\u00a0×\u00a0')
  return [
    ...(pituus + leveys + korkeus === 0 ? [] : [`${sizes}\u00a0cm`]),
    ...(palveluaika === 0 || !mayPlan ? [] : [`${palveluaika}\u00a0min pysähdyksellä`]),
  ].join(' · ')
}

/** The goods, a row for each shipment. Cancelled ones count only when all are. */
export function GoodsCard({ shipments, palletPlaces, onEdit }: Props) {
  const mayPlan = useMayPlan()
  const live = shipments.filter(({ tila }) => tila !== 'peruutettu')
  const counted = live.length > 0 ? live : shipments
  const pieces = counted.reduce((sum, { maara }) => sum + maara, 0)
  const kilos = counted.reduce((sum, { paino }) => sum + Math.round(paino * 100), 0) / 100
  return (
    <Card title="Tavarat" aside={<EditButton of="Tavarat" section="tavarat" onEdit={onEdit} />}>
      <table className={classes.goods}>
        <tbody>
          {counted.map((shipment) => (
            <tr key={shipment.id}>
              <td>
                <strong>{shipment.maara}</strong> × {shipment.kuvaus || productTypes[shipment.tyyppi]}
              </td>
              <td className={classes.size}>{sizeText(shipment, mayPlan)}</td>
              <td className="num">{shipment.paino > 0 ? formatKilos(shipment.paino) : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{plural(pieces, 'kolli', 'kollia')}</td>
            <td className={classes.size}>
              {palletPlaces > 0 && `${formatNumber(palletPlaces)} ${palletPlaces === 1 ? 'lavapaikka' : 'lavapaikkaa'}`}
            </td>
            <td className="num">{kilos > 0 ? formatKilos(kilos) : '–'}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
