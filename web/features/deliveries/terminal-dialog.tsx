import { Button, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#web/ui/states.tsx'
import { addressOf, savedPlace } from '../addresses/places.ts'
import { terminalsQuery } from '../cars/fleet.ts'
import classes from './failed-delivery-dialog.module.css'

type Props = {
  opened: boolean
  /** What is taken to the terminal. */
  of: string
  onClose: () => void
  /** The terminal's saved address; null when the company has saved none. */
  onChosen: (terminal: string | null) => void
}

const lastKey = 'kuorma.terminaali'

/** Asks which terminal the goods are at; the one last chosen on this device is preselected. */
export function TerminalDialog({ opened, of, onClose, onChosen }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Missä terminaalissa?" size="md">
      <Terminals of={of} onClose={onClose} onChosen={onChosen} />
    </Modal>
  )
}

function Terminals({ of, onClose, onChosen }: Omit<Props, 'opened'>) {
  const { data, isError, refetch } = useQuery(terminalsQuery)
  const [picked, setPicked] = useState(() => localStorage.getItem(lastKey) ?? '')
  const rows = data?.rows ?? []
  const chosen = rows.find(({ id }) => id === picked) ?? (rows.length === 1 ? rows[0] : undefined)
  if (isError && !data) return <ErrorState retry={() => void refetch()} />
  if (!data) return <Skeleton height={180} aria-hidden />
  return (
    <Stack gap="md">
      <p className={classes.of}>{of}</p>
      {rows.length === 0 ? (
        <Text c="dimmed">Talon omia osoitteita ei ole tallennettu, joten paikka jää merkitsemättä.</Text>
      ) : (
        <Radio.Group aria-label="Terminaali" value={chosen?.id ?? ''} onChange={setPicked}>
          <div className={classes.reasons}>
            {rows.map((row) => (
              <Radio.Card key={row.id} value={row.id} className={classes.reason}>
                <Radio.Indicator size="md" />
                <span>
                  {row.name || row.field_osoite_1}
                  <Text component="small" display="block" c="dimmed" fz="sm">
                    {addressOf(savedPlace(row))}
                  </Text>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      )}
      <Group grow preventGrowOverflow={false} className={classes.actions}>
        <Button variant="default" size="lg" onClick={onClose}>
          Takaisin
        </Button>
        <Button
          size="lg"
          disabled={rows.length > 0 && !chosen}
          onClick={() => {
            onChosen(chosen?.id ?? null)
            if (chosen) localStorage.setItem(lastKey, chosen.id)
          }}
        >
          Tallenna
        </Button>
      </Group>
    </Stack>
  )
}
