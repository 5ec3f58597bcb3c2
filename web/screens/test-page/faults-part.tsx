import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { signInMessages, toastMessages } from '#domain/errors.ts'
import { announceNewVersion } from '../../data/app-version.ts'
import { showFault, showPassingFault } from '../../data/fault-toast.tsx'
import { call } from '../../data/request.ts'
import { Section } from '../../ui/section.tsx'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'

const statuses = [400, 403, 404, 409, 422, 500] as const

/** Uses the real client with a failing answer: the toast is the one that any failing call shows. */
async function raise(status: number): Promise<void> {
  await call('/api/testisivu', {
    send: () => (status === 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('{}', { status }))),
  }).catch(() => undefined)
}

export function FaultsPart() {
  const [undone, setUndone] = useState(false)
  return (
    <Section title="Virheilmoitukset">
      <Text c="dimmed" mb="sm">
        Sama ilmoitus näytetään enintään kerran viidessä sekunnissa. Kirjautuneena toinen 403 kirjaa ulos.
      </Text>
      <Group gap="sm" mb="md">
        {statuses.map((status) => (
          <Button key={status} variant="default" onClick={() => void raise(status)}>
            {status === 500 ? 'Muu (500)' : status}
          </Button>
        ))}
        <Button variant="default" onClick={() => void raise(0)}>
          Ei vastausta
        </Button>
        <Button variant="default" onClick={() => showPassingFault(toastMessages.sessionEnded, 10)}>
          Istunto vanhentunut
        </Button>
        {Object.values(signInMessages).map((message, index) => (
          <Button key={message} variant="default" onClick={() => showFault(message)}>
            Kirjautuminen {index + 1}
          </Button>
        ))}
      </Group>
      <Group gap="sm">
        <Button variant="default" onClick={announceNewVersion}>
          Uusi versio
        </Button>
        <Button variant="default" onClick={() => showDone('Tilaus tallennettu.')}>
          Ilmoitus
        </Button>
        <Button variant="default" onClick={() => showUndo('Rivi poistettu.', () => setUndone(true))}>
          Kumottava
        </Button>
        {undone && <Text role="status">Kumottu.</Text>}
      </Group>
    </Section>
  )
}
