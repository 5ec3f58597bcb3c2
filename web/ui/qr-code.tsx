import { create } from 'qrcode'
import classes from './qr-code.module.css'

/** Cells around the code that a reader needs empty (ISO/IEC 18004). */
const margin = 4

/** A QR code as large as its place, dark on white in dark mode too: readers expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const path = Array.from(data)
    .flatMap((dark, index) => (dark ? [`M${(index % size) + margin} ${Math.floor(index / size) + margin}h1v1h-1z`] : []))
    .join('')
  const whole = size + 2 * margin
  return (
    <svg className={classes.code} viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
