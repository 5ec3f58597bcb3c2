import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { missingLabels } from '#domain/features/invoicing/missing-for-invoice.ts'
import { firstOf, formatEuros, plural } from '#web/kit/format.ts'
import { type ListedLine, ordersOf, sumOf } from './invoice-lines.ts'

type Props = { lines: readonly ListedLine[]; opened: boolean; onClose: () => void; onMark: (reason: string) => void }

/** Marks the selected orders as invoiced elsewhere, after listing their missing details. */
export function MarkDialog({ lines, opened, onClose, onMark }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Merkitse laskutetuksi" size="md">
      <MarkForm lines={lines} onClose={onClose} onMark={onMark} />
    </Modal>
  )
}

const shownAtMost = 5
/** At most this many orders without a price are listed by name. */
const namedAtMost = 40

function MarkForm({ lines, onClose, onMark }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('')
  // Invoicing at a price of 0 must be confirmed explicitly.
  const [meant, setMeant] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const free = lines.filter(({ puuttuu }) => puuttuu.includes('hinta'))
  const count = ordersOf(free).length
  const lacking = lines.flatMap((line) => {
    const puuttuu = line.puuttuu.filter((missing) => missing !== 'hinta')
    return puuttuu.length > 0 ? [{ ...line, puuttuu }] : []
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && !meant) setIsChecked(true)
    else onMark(reason.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          {plural(ordersOf(lines).length, 'tilaus', 'tilausta')}, yhteensä {formatEuros(sumOf(lines))}, alv 0 %. Laskua ei lähetetä: se on
          tehty muualla.
        </Text>
        {count > 0 && (
          <Alert
            color="red"
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={`${plural(count, 'tilaus', 'tilausta')} merkitään laskutetuksi hintaan ${formatEuros(0)}`}
          >
            <Stack gap="sm">
              <Text>
                Hinta puuttuu:{' '}
                <strong>
                  {firstOf(
                    free.map(({ tunniste }) => tunniste),
                    namedAtMost,
                  )}
                </strong>
                . Laskutetun tilauksen hintaa ei voi muuttaa.
              </Text>
              <Checkbox
                label={`Kyllä, hinnaksi jää ${formatEuros(0)}`}
                checked={meant}
                onChange={(event) => setMeant(event.currentTarget.checked)}
                error={isChecked && !meant ? 'Vahvista tämä tai anna ensin hinta.' : undefined}
              />
            </Stack>
          </Alert>
        )}
        {lacking.length > 0 && <Lacking lines={lacking} />}
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

/** The lines that lack something else than a price. */
function Lacking({ lines: lacking }: { lines: readonly Pick<ListedLine, 'id' | 'tunniste' | 'puuttuu'>[] }) {
  return (
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
  )
}
