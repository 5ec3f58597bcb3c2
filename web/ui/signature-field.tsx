import { Button, Group, Input, Text } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import SignaturePad from 'signature_pad'
import classes from './signature-field.module.css'

type Props = {
  label: string
  description?: string
  error?: string | undefined
  /** The signature as a PNG, or null once it is cleared. */
  onChange: (image: Blob | null) => void
}

/** Draws at the screen's own sharpness; a canvas that changes size loses its picture, so the strokes are drawn again. */
function redraw(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.max(window.devicePixelRatio, 1)
  const strokes = pad.toData()
  canvas.width = canvas.offsetWidth * ratio
  canvas.height = canvas.offsetHeight * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.fromData(strokes)
}

/**
 * A field to sign in with finger, pen or mouse. Whoever cannot draw makes a cross with Enter: with the typed name
 * beside it that is a mark as good as any, and the name is asked in every case.
 */
export function SignatureField({ label, description, error, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const report = useRef(onChange)
  const id = useId()
  useEffect(() => {
    report.current = onChange
  })

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    // Always black on white: the picture goes on the waybill, whatever the screen's colours are.
    const made = new SignaturePad(target, { penColor: '#131a1e', backgroundColor: '#ffffff', minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    made.addEventListener('endStroke', () => target.toBlob((image) => report.current(image)))
    const observer = new ResizeObserver(() => redraw(target, made))
    observer.observe(target)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])

  const clear = () => {
    pad.current?.clear()
    report.current(null)
  }
  const cross = () => {
    const { offsetWidth: width = 300, offsetHeight: height = 150 } = canvas.current ?? {}
    const point = (x: number, y: number) => ({ x, y, pressure: 0.5, time: Date.now() })
    const [x, y, size] = [width / 2, height / 2, height / 5]
    const stroke = {
      penColor: '#131a1e',
      dotSize: 0,
      minWidth: 0.8,
      maxWidth: 2.6,
      velocityFilterWeight: 0.7,
      compositeOperation: 'source-over' as const,
    }
    // A curve is drawn up to the last point but one: the end is given twice.
    const line = (side: 1 | -1) => {
      const end = point(x - side * size, y + size)
      return { ...stroke, points: [point(x + side * size, y - size), point(x, y), end, end] }
    }
    pad.current?.fromData([line(-1), line(1)])
    canvas.current?.toBlob((image) => report.current(image))
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
