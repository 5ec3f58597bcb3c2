import { Button, Input, Text } from '@mantine/core'
import { IconCheck, IconEraser, IconMaximize } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import SignaturePad from 'signature_pad'
import classes from './signature-field.module.css'

type Point = { x: number; y: number; pressure: number; time: number }
/** The drawing: a list of points for each stroke. */
export type Strokes = readonly (readonly Point[])[]
/** The signature as a PNG, and the strokes that it was drawn from. */
export type DrawnSignature = { image: Blob; strokes: Strokes }

type Props = {
  label: string
  description?: string
  error?: string | undefined
  /** What the pad shows at first. */
  initial?: Strokes | undefined
  /** Called with null when the pad is cleared. */
  onChange: (drawn: DrawnSignature | null) => void
}

const pen = { penColor: '#131a1e', minWidth: 0.8, maxWidth: 2.6 }
const strokeOf = (points: readonly Point[]) => ({
  ...pen,
  dotSize: 0,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: [...points],
})

/**
 * Reports what is on the pad now. Encoding the picture is asynchronous and may take a while on a busy device: a form that is submitted
 * meanwhile is submitted once the picture is reported.
 */
function report(canvas: HTMLCanvasElement, pad: SignaturePad, onChange: Props['onChange']): void {
  const strokes = pad.toData().map(({ points }) => points.map(({ x, y, pressure, time }) => ({ x, y, pressure, time })))
  const form = canvas.closest('form')
  let isSubmitted = false
  const wait = (event: SubmitEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    isSubmitted = true
  }
  form?.addEventListener('submit', wait, true)
  canvas.toBlob((image) => {
    form?.removeEventListener('submit', wait, true)
    // The pad may have been cleared or changed meanwhile.
    if (image && pad.toData().length === strokes.length) flushSync(() => onChange({ image, strokes }))
    if (isSubmitted) form?.requestSubmit()
  })
}

type Size = { width: number; height: number }
const sizeOf = ({ offsetWidth, offsetHeight }: HTMLCanvasElement): Size => ({ width: offsetWidth, height: offsetHeight })

/** The strokes as large as fits; those of a pad of the same size stay as they are. */
function fitted<S extends { points: readonly Point[] }>(strokes: readonly S[], from: Size, to: Size): S[] {
  const scale = from.width > 0 && from.height > 0 ? Math.min(to.width / from.width, to.height / from.height) : 1
  if (scale === 1 || scale <= 0) return [...strokes]
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}

/** The size of the pad that the strokes were drawn on, as far as it was larger than this one. */
function sizeOfDrawing(strokes: Strokes, { width, height }: Size): Size {
  const points = strokes.flat()
  const margin = 8
  const scale = Math.max(
    1,
    ...points.map(({ x }) => (x + margin) / Math.max(width, 1)),
    ...points.map(({ y }) => (y + margin) / Math.max(height, 1)),
  )
  return { width: width * scale, height: height * scale }
}

/** Draws at the screen's resolution. A canvas loses its content when its size changes, so the strokes are drawn again, as large as fits. */
function redraw(canvas: HTMLCanvasElement, pad: SignaturePad, before: Size): Size {
  const ratio = Math.max(window.devicePixelRatio, 1)
  const now = sizeOf(canvas)
  const strokes = fitted(pad.toData(), before, now)
  canvas.width = now.width * ratio
  canvas.height = now.height * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.fromData(strokes)
  return now
}

/** Turns the screen for the large pad, where the device lets an app do so: an installed one on Android does. */
function turnScreen(): () => void {
  const orientation: (ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> }) | undefined = screen.orientation
  void orientation?.lock?.('landscape').catch(() => undefined)
  return () => orientation?.unlock()
}

/**
 * A field for a signature by finger, pen or mouse. A person who cannot draw presses Enter to draw a cross: with the typed name, which is
 * always required, a cross is as valid as a signature.
 */
export function SignatureField({ label, description, error, initial, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const newestOnChange = useRef(onChange)
  const beginning = useRef(initial)
  const id = useId()
  const [isLarge, setIsLarge] = useState(false)
  useEffect(() => {
    newestOnChange.current = onChange
  })

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    // Always black on white, in dark mode too: the picture is printed on the waybill.
    const made = new SignaturePad(target, { ...pen, backgroundColor: '#ffffff' })
    pad.current = made
    const drawn = beginning.current ?? []
    if (drawn.length > 0) made.fromData(drawn.map(strokeOf))
    made.addEventListener('endStroke', () => report(target, made, newestOnChange.current))
    let size = sizeOfDrawing(drawn, sizeOf(target))
    const observer = new ResizeObserver(() => {
      size = redraw(target, made, size)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])

  useEffect(() => (isLarge ? turnScreen() : undefined), [isLarge])

  const clear = () => {
    pad.current?.clear()
    newestOnChange.current(null)
  }
  const cross = () => {
    if (!canvas.current || !pad.current) return
    const { offsetWidth: width, offsetHeight: height } = canvas.current
    const point = (x: number, y: number) => ({ x, y, pressure: 0.5, time: Date.now() })
    const [x, y, size] = [width / 2, height / 2, height / 5]
    // The library draws a curve up to the last point but one, so the end point is listed twice.
    const line = (side: 1 | -1) => {
      const end = point(x - side * size, y + size)
      return strokeOf([point(x + side * size, y - size), point(x, y), end, end])
    }
    pad.current.fromData([line(-1), line(1)])
    report(canvas.current, pad.current, newestOnChange.current)
  }

  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id }}
      className={classes.field}
      data-large={isLarge || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isLarge) setIsLarge(false)
      }}
    >
      <canvas ref={canvas} className={classes.pad} data-error={error ? true : undefined} aria-labelledby={id} role="img" />
      <div className={classes.below}>
        <Text size="sm" c="dimmed">
          Piirrä sormella, kynällä tai hiirellä.
        </Text>
        <div className={classes.tools}>
          <Button
            variant={isLarge ? 'filled' : 'subtle'}
            size="compact-md"
            leftSection={isLarge ? <IconCheck size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
            onClick={() => setIsLarge(!isLarge)}
          >
            {isLarge ? 'Valmis' : 'Koko näyttö'}
          </Button>
          <Button variant="subtle" size="compact-md" onClick={cross}>
            Merkitse risti
          </Button>
          <Button variant="subtle" size="compact-md" leftSection={<IconEraser size={18} aria-hidden />} onClick={clear}>
            Tyhjennä
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  )
}
