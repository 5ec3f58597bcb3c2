import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileEuro, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { hasFailed, invoiceKinds, isQueued } from '#domain/entities/invoice/invoice.states.ts'
import { providerTraits } from '#domain/features/invoicing/providers/provider-traits.ts'
import type { EntityRow } from '#web/data/row.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { type PageAction, usePageActions } from '#web/kit/page/page-actions.ts'
import { CheckButton, CheckDialog } from './check-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { remainingOf, useCreditNotes } from './use-credit-notes.ts'
import { useInvoiceOperation } from './use-invoice-operation.ts'
import { useInvoiceRows } from './use-invoice-rows.ts'

type Dialog = 'credit' | 'undo' | 'reinvoice' | 'check'
type Props = { invoice: EntityRow<'lasku'> }

/** What an administrator can do with an invoice in its state (rules/invoicing.md#invoice-states). */
export function InvoiceActions({ invoice }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const { run, isRunning } = useInvoiceOperation(close)
  const mayCredit = useMayCredit(invoice)
  const mayReinvoice = useMayReinvoice(invoice)
  const { id, tila, laji, jarjestelma, tunniste } = invoice
  const ids = [id]
  const kind = invoiceKinds[laji]
  const isChecked = tila === 'tarkista'
  const retry = () => run({ input: { operation: 'laheta_uudelleen', ids }, done: `${kind} ${tunniste} on jonossa lähetettäväksi.` })
  const isRepeatable = hasFailed(invoice) || (isChecked && providerTraits[jarjestelma].isRepeatable)
  const mayUndo = hasFailed(invoice) || isQueued(invoice)
  const of = (name: Dialog, label: string, icon: PageAction['icon']): PageAction => ({ id: name, label, icon, run: () => setDialog(name) })
  const again: PageAction[] = isRepeatable ? [{ id: 'retry', label: 'Lähetä uudelleen', icon: IconRefresh, run: retry }] : []
  const others = [
    ...(mayUndo ? [of('undo', `Peru ${kind.toLocaleLowerCase('fi')}…`, IconX)] : []),
    ...(mayCredit ? [of('credit', 'Hyvitä…', IconArrowBackUp)] : []),
    ...(mayReinvoice ? [of('reinvoice', 'Laskuta uudelleen…', IconFileEuro)] : []),
  ]
  usePageActions(`${kind} ${tunniste}`, isRunning ? others : [...again, ...others])
  return (
    <>
      {isChecked && <CheckButton invoice={invoice} onClick={() => setDialog('check')} />}
      {again.map((action) => (
        <ActionButton key={action.id} action={action} filled={!isChecked} loading={isRunning} />
      ))}
      {others.map((action) => (
        <ActionButton key={action.id} action={action} filled={action.id === 'reinvoice'} />
      ))}
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      <ReasonDialog
        opened={dialog === 'undo'}
        title={`Perutaanko ${kind.toLocaleLowerCase('fi')} ${tunniste}?`}
        action={`Peru ${kind.toLocaleLowerCase('fi')}`}
        note={
          laji === 'hyvitys'
            ? 'Alkuperäinen lasku jää voimaan. Syy tallentuu muutoshistoriaan.'
            : 'Tilaukset palaavat laskuttamattomiin. Syy tallentuu muutoshistoriaan.'
        }
        onClose={close}
        onReason={(syy) => run({ input: { operation: 'peru', ids, syy }, done: `${kind} ${tunniste} on peruttu.` })}
      />
      <ReasonDialog
        opened={dialog === 'reinvoice'}
        title="Laskuta uudelleen"
        action="Palauta laskutettavaksi"
        note="Laskun tilaukset palaavat laskuttamattomiin. Syy tallentuu muutoshistoriaan."
        onClose={close}
        onReason={(syy) => run({ input: { operation: 'laskuta_uudelleen', ids, syy }, done: 'Tilaukset on palautettu laskutettaviksi.' })}
      />
      <CheckDialog
        opened={dialog === 'check'}
        invoice={invoice}
        onClose={close}
        onAnswer={(lahti) =>
          run({
            input: { operation: 'tarkista', ids, lahti },
            done: lahti ? `${kind} ${tunniste} on merkitty lähetetyksi.` : `${kind} ${tunniste} odottaa uutta lähetystä.`,
          })
        }
      />
    </>
  )
}

type ButtonProps = { action: PageAction; filled: boolean; loading?: boolean }

const ActionButton = ({ action: { label, icon: Icon, run }, filled, loading = false }: ButtonProps) => (
  <Button variant={filled ? 'filled' : 'default'} leftSection={<Icon size={18} aria-hidden />} loading={loading} onClick={run}>
    {label}
  </Button>
)

/** A sent invoice of which something is left to credit. */
function useMayCredit(invoice: EntityRow<'lasku'>): boolean {
  const isSent = invoice.tila === 'lahetetty' && invoice.laji === 'lasku'
  const { data } = useCreditNotes(invoice.id, isSent)
  return isSent && data !== undefined && remainingOf(invoice, data.notes).veroton > 0
}

/** A credited invoice, some of whose orders have not been returned or invoiced again. */
function useMayReinvoice({ id, tila, laji }: EntityRow<'lasku'>): boolean {
  const isCredited = tila === 'hyvitetty' && laji === 'lasku'
  const { data } = useInvoiceRows(id, { withOrders: true, enabled: isCredited })
  const orders = data?.flatMap((row) => row.orders) ?? []
  return isCredited && orders.some(({ tilauksen_tila, lasku }) => tilauksen_tila === 'laskutettu' && lasku === null)
}
