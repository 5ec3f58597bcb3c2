import { Button, Group, Input, Text } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
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

/** Reports what is on the pad now. */
function report(canvas: HTMLCanvasElement, pad: SignaturePad, onChange: Props['onChange']): void {
  const strokes = pad.toData().map(({ points }) => points.map(({ x, y, pressure, time }) => ({ x, y, pressure, time })))
  // Encoding the picture is asynchronous: the pad may have been cleared or changed meanwhile.
  canvas.toBlob((image) => image && pad.toData().length === strokes.length && onChange({ image, strokes }))
}

/** Draws at the screen's resolution. A canvas loses its content when its size changes, so the strokes are drawn again. */
function redraw(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.max(window.devicePixelRatio, 1)
  const strokes = pad.toData()
  canvas.width = canvas.offsetWidth * ratio
  canvas.height = canvas.offsetHeight * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.fromData(strokes)
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
  useEffect(() => {
    newestOnChange.current = onChange
  })

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    // Always black on white, in dark mode too: the picture is printed on the waybill.
    const made = new SignaturePad(target, { ...pen, backgroundColor: '#ffffff' })
    pad.current = made
    if (beginning.current) made.fromData(beginning.current.map(strokeOf))
    made.addEventListener('endStroke', () => report(target, made, newestOnChange.current))
    const observer = new ResizeObserver(() => redraw(target, made))
    observer.observe(target)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])

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
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" labelProps={{ id }}>
      <canvas ref={canvas} className={classes.pad} data-error={error ? true : undefined} aria-labelledby={id} role="img" />
      <Group justify="space-between" gap="xs" mt={6}>
        <Text size="sm" c="dimmed">
          Piirrä sormella, kynällä tai hiirellä.
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="subtle" size="compact-md" onClick={cross}>
            Merkitse risti
          </Button>
          <Button variant="subtle" size="compact-md" leftSection={<IconEraser size={18} aria-hidden />} onClick={clear}>
            Tyhjennä
          </Button>
        </Group>
      </Group>
    </Input.Wrapper>
  )
}
