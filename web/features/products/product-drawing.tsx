import { showDimension } from '#domain/values/limits.ts'
import classes from './product-drawing.module.css'

/** Millimetres. */
export type PieceSize = { pituus: number; leveys: number; korkeus: number }
type Shape = { kind: 'piece' | 'pallet'; x: number; y: number; width: number; height: number; label: string }
export type PieceDrawing = { width: number; height: number; text: number; shapes: readonly Shape[] }

const pallet = { pituus: 1200, leveys: 800, korkeus: 144 } as const
const cm = (mm: number): string => showDimension('pituus', mm).replace(' cm', '')

/** Whether a piece stands on one EUR pallet without reaching over its edges. */
export const fitsOnPallet = ({ pituus, leveys }: PieceSize): boolean =>
  Math.max(pituus, leveys) <= pallet.pituus && Math.min(pituus, leveys) <= pallet.leveys

/** The piece and an EUR pallet beside it from above, and below them from the side when the height is known; all to one scale, in millimetres. */
export function drawingOf(piece: PieceSize): PieceDrawing {
  const text = Math.max(piece.pituus + pallet.pituus, pallet.leveys, piece.leveys) * 0.045
  // A narrow piece leaves room for its label.
  const column = Math.max(piece.pituus, text * 7)
  const gap = text * 1.5
  const width = column + gap + pallet.pituus
  const row = (top: number, sizes: { piece: number; pallet: number }, labels: { piece: string; pallet: string }): Shape[] => {
    const floor = top + Math.max(sizes.piece, sizes.pallet)
    return [
      {
        kind: 'piece',
        x: (column - piece.pituus) / 2,
        y: floor - sizes.piece,
        width: piece.pituus,
        height: sizes.piece,
        label: labels.piece,
      },
      { kind: 'pallet', x: column + gap, y: floor - sizes.pallet, width: pallet.pituus, height: sizes.pallet, label: labels.pallet },
    ]
  }
  const above = row(
    0,
    { piece: piece.leveys, pallet: pallet.leveys },
    {
      piece: `${cm(piece.pituus)} × ${showDimension('leveys', piece.leveys)}`,
      pallet: `EUR-lava ${cm(1200)} × ${showDimension('leveys', 800)}`,
    },
  )
  const aboveEnds = Math.max(piece.leveys, pallet.leveys) + text * 2.4
  const side =
    piece.korkeus > 0
      ? row(
          aboveEnds,
          { piece: piece.korkeus, pallet: pallet.korkeus },
          { piece: `korkeus ${showDimension('korkeus', piece.korkeus)}`, pallet: 'EUR-lava sivulta' },
        )
      : []
  const height = side.length > 0 ? aboveEnds + Math.max(piece.korkeus, pallet.korkeus) + text * 1.8 : aboveEnds
  return { width, height, text, shapes: [...above, ...side] }
}

/** A drawing to scale of the piece beside an EUR pallet. */
export function ProductDrawing(piece: PieceSize) {
  if (piece.pituus <= 0 || piece.leveys <= 0)
    return <p className={classes.drawing}>Kun pituus ja leveys on annettu, tässä on piirros tuotteesta EUR-lavan rinnalla.</p>
  const { width, height, text, shapes } = drawingOf(piece)
  const line = text / 8
  const [size] = shapes
  return (
    <figure className={classes.drawing}>
      <svg
        viewBox={`${-line} ${-line} ${width + 2 * line} ${height + line}`}
        preserveAspectRatio="xMinYMin"
        role="img"
        aria-label={`Tuote ${size?.label ?? ''} mittakaavassa EUR-lavan rinnalla`}
      >
        {shapes.map(({ kind, x, y, label, ...box }) => (
          <g key={label}>
            <rect x={x} y={y} {...box} className={classes[kind]} strokeWidth={2} vectorEffect="non-scaling-stroke" />
            <text x={x + box.width / 2} y={y + box.height + text * 1.3} fontSize={text}>
              {label}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{fitsOnPallet(piece) ? 'Mahtuu yhdelle EUR-lavalle.' : 'Ei mahdu yhdelle EUR-lavalle.'}</figcaption>
    </figure>
  )
}
