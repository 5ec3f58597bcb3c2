import { Alert, Anchor, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { MissingForSendingAnswer } from '#domain/features/invoicing/providers/missing-for-sending.ts'
import { type MissingSellerDetail, missingSellerLabels } from '#domain/features/invoicing/seller.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatEuros, plural } from '#web/kit/format.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { type ListedLine, linesOf, ordersOf, sumOf } from '../invoice-lines.ts'
import { Lacking, type LackingLine } from './lacking.tsx'
import { accountingSystems, missingQuery, type System, systems, systemsOf } from './sending.ts'

type Props = {
  /** The selected orders as they are now. */
  orders: readonly UninvoicedOrder[]
  onClose: () => void
  onSend: (system: System, orders: readonly UninvoicedOrder[]) => void
}

/** What is sent and where, and what is left out and why. */
export function SendDialog(props: Props) {
  const { data, isError, refetch } = useQuery(accountingSystems)
  return (
    <Modal opened onClose={props.onClose} title="Lähetä laskut" size="md">
      {data ? (
        <SendForm {...props} offered={systemsOf(data)} seller={data.puuttuu} />
      ) : isError ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <SectionSkeleton />
      )}
    </Modal>
  )
}

type FormProps = Props & { offered: readonly System[]; seller: readonly MissingSellerDetail[] }

function SendForm({ orders, onClose, onSend, offered, seller }: FormProps) {
  const [chosen, setChosen] = useState<System | null>(null)
  const system = chosen ?? offered[0]
  const missing = useQuery(missingQuery(system ?? 'finvoice', orders))
  const lines = linesOf(orders)
  const { ready, lacking } = dividedBy(lines, missing.data ?? [])
  const mayNotSend = !missing.data || ready.length === 0 || seller.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (system && !mayNotSend) onSend(system, ordersOf(ready))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {seller.length > 0 && <MissingSeller missing={seller} />}
        {missing.isError && <ErrorState retry={() => void missing.refetch()} />}
        <Text>
          {ready.length > 0
            ? `${plural(ordersOf(ready).length, 'tilaus', 'tilausta')}, yhteensä ${formatEuros(sumOf(ready))}, alv 0 %.`
            : 'Yhtäkään valituista tilauksista ei voi lähettää.'}
        </Text>
        {lacking.length > 0 && <Lacking lines={lacking} />}
        {offered.length > 1 ? (
          <Radio.Group
            label="Laskutusjärjestelmä"
            value={system ?? ''}
            onChange={(value) => setChosen(offered.find((one) => one === value) ?? null)}
          >
            <Group mt={6}>
              {offered.map((one) => (
                <Radio key={one} value={one} label={systems[one]} />
              ))}
            </Group>
          </Radio.Group>
        ) : (
          <Text size="sm" c="dimmed">
            {system === 'finvoice' ? filesText : `Laskut lähetetään järjestelmään ${system ? systems[system] : ''}.`}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" loading={missing.isPending} disabled={mayNotSend} data-autofocus>
            Lähetä
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The lines that can be sent, and those that are left out. */
function dividedBy(lines: readonly ListedLine[], puutteet: MissingForSendingAnswer['puutteet']) {
  const refused = new Map(puutteet.map((one) => [one.id, one]))
  const lacking = lines.flatMap((line): LackingLine[] => {
    const found = line.orders.flatMap(({ id }) => refused.get(id) ?? [])
    if (found.length === 0) return []
    return [{ line, puuttuu: [...new Set(found.flatMap(({ puuttuu }) => puuttuu))], message: found[0]?.message ?? '' }]
  })
  const leftOut = new Set(lacking.map(({ line }) => line.id))
  return { ready: lines.filter(({ id }) => !leftOut.has(id)), lacking }
}

const filesText =
  'Laskutusjärjestelmää ei ole otettu käyttöön. Laskut tallennetaan Finvoice-tiedostoiksi, jotka voi ladata laskujen luettelosta päivittäin tai laskun sivulta.'
const warning = <IconAlertTriangle size={20} aria-hidden />

function MissingSeller({ missing }: { missing: readonly MissingSellerDetail[] }) {
  return (
    <Alert color="red" variant="light" icon={warning} title="Laskuttajan tiedot ovat puutteelliset">
      <List size="md">
        {missing.map((one) => (
          <List.Item key={one}>{missingSellerLabels[one]}</List.Item>
        ))}
      </List>
      <Anchor renderRoot={(props) => <Link to="/asetukset" search={{ osio: 'yritys' }} {...props} />}>
        Täydennä asetusten kohdassa Yritys
      </Anchor>
    </Alert>
  )
}
