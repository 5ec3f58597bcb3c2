import { Button, Group, Modal, Text } from '@mantine/core'
import { invoiceKinds } from '#domain/entities/invoice/invoice.states.ts'
import { answerComesWithin } from '#domain/features/invoicing/invoice-operations.ts'
import type { EntityRow } from '#web/data/row.ts'
import { formatTime } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'

type Props = { invoice: EntityRow<'lasku'> }

/** Opens the dialog, once the answer of the provider can no longer come (rules/invoicing.md#unknown-outcome). */
export function CheckButton({ invoice: { lahetys_alkoi }, onClick }: Props & { onClick: () => void }) {
  const from = lahetys_alkoi + answerComesWithin
  const isEarly = useNow(5) < from
  return (
    <Button disabled={isEarly} onClick={onClick}>
      {/* Rounded up to a whole minute. */}
      {isEarly ? `Tarkista klo ${formatTime(from + 59)} alkaen` : 'Tarkista…'}
    </Button>
  )
}

type DialogProps = Props & { opened: boolean; onClose: () => void; onAnswer: (hasLeft: boolean) => void }

/** Asks whether an invoice left, when only the provider knows. */
export function CheckDialog({ invoice: { laji, tunniste }, opened, onClose, onAnswer }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Lähtikö ${invoiceKinds[laji].toLocaleLowerCase('fi')} ${tunniste}?`} size="md">
      <Text mb="md">Tarkista laskutusjärjestelmästä, onko lasku siellä. Jos se puuttuu, voit lähettää sen uudelleen.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Takaisin
        </Button>
        <Button variant="default" onClick={() => onAnswer(false)}>
          Ei lähtenyt
        </Button>
        <Button onClick={() => onAnswer(true)}>Lähti</Button>
      </Group>
    </Modal>
  )
}
