import { create } from 'qrcode'
import classes from './qr-code.module.css'

/** Empty cells that a reader needs around the code (ISO/IEC 18004). */
const margin = 4

/** A QR code that fills its container; dark on white in dark mode too, as readers expect. */
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
