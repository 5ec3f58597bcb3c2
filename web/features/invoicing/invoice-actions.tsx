import { Button, Group, Modal, Text } from '@mantine/core'
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { hasFailed } from '#domain/entities/invoice/invoice.states.ts'
import type { EntityRow } from '#web/data/row.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { useInvoiceOperation } from './use-invoice-operation.ts'

type Dialog = 'credit' | 'undo' | 'anew' | 'check'

/** What an administrator can do with an invoice in its state (rules/invoicing.md#invoice-states). */
export function InvoiceActions({ invoice }: { invoice: EntityRow<'lasku'> }) {
  const [asked, setAsked] = useState<Dialog | null>(null)
  const close = () => setAsked(null)
  const { run, isRunning } = useInvoiceOperation(close)
  const { id, tila, laji, tunniste } = invoice
  const ids = [id]
  const retry = () => run({ input: { operation: 'laheta_uudelleen', ids }, done: `Lasku ${tunniste} on jonossa lähetettäväksi.` })
  return (
    <>
      {hasFailed(invoice) && (
        <>
          <Button leftSection={<IconRefresh size={18} aria-hidden />} loading={isRunning} onClick={retry}>
            Lähetä uudelleen
          </Button>
          <Button variant="default" onClick={() => setAsked('undo')}>
            Peru lasku…
          </Button>
        </>
      )}
      {tila === 'tarkista' && <Button onClick={() => setAsked('check')}>Tarkista…</Button>}
      {tila === 'lahetetty' && laji === 'lasku' && (
        <Button variant="default" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => setAsked('credit')}>
          Hyvitä…
        </Button>
      )}
      {tila === 'hyvitetty' && <Button onClick={() => setAsked('anew')}>Laskuta uudelleen…</Button>}
      {asked === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      <ReasonDialog
        opened={asked === 'undo'}
        title={`Perutaanko lasku ${tunniste}?`}
        action="Peru lasku"
        note="Tilaukset palaavat laskuttamattomiin. Syy tallentuu muutoshistoriaan."
        onClose={close}
        onReason={(syy) => run({ input: { operation: 'peru', ids, syy }, done: `Lasku ${tunniste} on peruttu.` })}
      />
      <ReasonDialog
        opened={asked === 'anew'}
        title="Laskuta uudelleen"
        action="Palauta laskutettavaksi"
        note="Laskun tilaukset palaavat laskuttamattomiin. Syy tallentuu muutoshistoriaan."
        onClose={close}
        onReason={(syy) => run({ input: { operation: 'laskuta_uudelleen', ids, syy }, done: 'Tilaukset ovat taas laskutettavina.' })}
      />
      <Modal opened={asked === 'check'} onClose={close} title={`Lähtikö lasku ${tunniste}?`} size="md">
        <Text mb="md">
          Katso laskutusjärjestelmästä, onko lasku siellä. Jos se on, se merkitään lähetetyksi. Jos se ei ole, sen voi lähettää uudelleen.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Takaisin
          </Button>
          <Button
            variant="default"
            onClick={() => run({ input: { operation: 'tarkista', ids, lahti: false }, done: `Lasku ${tunniste} ei lähtenyt.` })}
          >
            Ei lähtenyt
          </Button>
          <Button
            onClick={() => run({ input: { operation: 'tarkista', ids, lahti: true }, done: `Lasku ${tunniste} on merkitty lähetetyksi.` })}
          >
            Lähti
          </Button>
        </Group>
      </Modal>
    </>
  )
}
