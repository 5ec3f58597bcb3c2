import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { readScannedCode } from '#domain/features/scanning/scanned-code.ts'
import { useAction } from '#web/data/use-action.ts'
import { findScanned } from './find-scanned.ts'
import classes from './scan-dialog.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

type Props = { opened: boolean; onClose: () => void }

/** The camera, and a field for the number where the camera does not serve. */
export function ScanDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Lue rahtikirjan tai tarran koodi" size="md">
      <Scanner onClose={onClose} />
    </Modal>
  )
}

const notOurCode = 'Tämä ei ole rahtikirjan eikä tarran koodi.'
const whyNoCamera: Readonly<Partial<Record<CameraState, string>>> = {
  refused: 'Kameraa ei saa käyttää. Salli kamera selaimen asetuksista tai kirjoita numero alle.',
  missing: 'Kameraa ei löydy, tai toinen sovellus käyttää sitä. Kirjoita numero alle.',
}

function Scanner({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const video = useRef<HTMLVideoElement>(null)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  /** The camera sees the same code many times a second. */
  const last = useRef('')
  const { run: open, isRunning } = useAction({
    mutationFn: async (text: string) => {
      const code = readScannedCode(text)
      const found = code ? await findScanned(client, code) : notOurCode
      if (typeof found === 'string') return setFault(found)
      onClose()
      const search = found.shipment === null ? {} : { lahetykset: found.shipment }
      await navigate({ to: '/kuittaa/$tilausId', params: { tilausId: found.order }, search })
    },
  })
  const state = useCamera(video, (text) => {
    if (text === last.current) return
    last.current = text
    open(text)
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    last.current = ''
    setFault('')
    if (typed.trim() === '') setFault('Kirjoita numero.')
    else open(typed)
  }

  const reason = whyNoCamera[state]
  return (
    <Stack gap="md">
      {reason ? (
        <Alert color="yellow" variant="light" role="status" icon={<IconCameraOff size={20} aria-hidden />}>
          {reason}
        </Alert>
      ) : (
        <div className={classes.camera}>
          <video ref={video} className={classes.video} muted playsInline aria-label="Kameran kuva" />
          <p role="status">{state === 'opening' ? 'Avataan kameraa…' : 'Vie koodi kuvaan.'}</p>
        </div>
      )}
      <form onSubmit={submit} noValidate className={classes.typed}>
        <TextInput
          label="Numero"
          description="Rahtikirjan numero tai tilauksen numero, esimerkiksi T-1042"
          size="md"
          autoComplete="off"
          value={typed}
          error={fault === '' ? undefined : fault}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFault('')
          }}
        />
        <Button type="submit" size="lg" loading={isRunning}>
          Avaa
        </Button>
      </form>
    </Stack>
  )
}
