import { Alert, Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { missingLabels } from '#domain/invoice/missing-for-invoice.ts'
import { formatEuros, plural } from '../../kit/format.ts'
import { type InvoiceLine, ordersOf, sumOf } from './invoicing-data.ts'

type Props = { lines: readonly InvoiceLine[]; opened: boolean; onClose: () => void; onMark: (reason: string) => void }

/** Marks the chosen orders as invoiced elsewhere; says first what they lack. */
export function MarkDialog({ lines, opened, onClose, onMark }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Merkitse laskutetuksi" size="md">
      <MarkForm lines={lines} onClose={onClose} onMark={onMark} />
    </Modal>
  )
}

const shownAtMost = 5

function MarkForm({ lines, onClose, onMark }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('')
  const lacking = lines.filter(({ puuttuu }) => puuttuu.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMark(reason.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          {plural(ordersOf(lines).length, 'tilaus', 'tilausta')}, yhteensä {formatEuros(sumOf(lines))} ilman arvonlisäveroa. Laskua ei
          lähetetä: se on tehty muualla.
        </Text>
        {lacking.length > 0 && (
          <Alert
            color="yellow"
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={plural(lacking.length, 'rivillä on puute', 'rivillä on puutteita')}
          >
            <List size="md">
              {lacking.slice(0, shownAtMost).map(({ id, tunniste, puuttuu }) => (
                <List.Item key={id}>
                  {tunniste}: {puuttuu.map((missing) => missingLabels[missing].toLocaleLowerCase('fi')).join(', ')}
                </List.Item>
              ))}
              {lacking.length > shownAtMost && <List.Item>ja {lacking.length - shownAtMost} muuta</List.Item>}
            </List>
          </Alert>
        )}
        <Textarea
          label="Syy (vapaaehtoinen)"
          description="Näkyy tilauksen muutoshistoriassa."
          data-autofocus
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit">Merkitse laskutetuksi</Button>
        </Group>
      </Stack>
    </form>
  )
}
