import { Button, Group, Modal, Stack, TagsInput, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import { mailWaybillCall, maxWaybillMessageLength, maxWaybillReceivers } from '#domain/features/waybills/mail-waybill.ts'
import type { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { email } from '#domain/values/checks.ts'
import { useAction } from '#web/data/use-action.ts'
import { callApi } from '../../data/api-call.ts'
import { listQuery } from '../../data/queries.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { newId } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { plural } from '../../kit/format.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { showDone } from '../../ui/undo-toast.tsx'

export type WaybillRequest = z.input<typeof orderWaybillCall.input>
type Props = { request: WaybillRequest; name: string; onClose: () => void }

/** The mail addresses of the contacts at both ends. */
function useContacts(tilausId: string): string[] {
  const { data } = useQuery(
    listQuery('lahetys', {
      filter: { 'tilaus.id': tilausId },
      fields: { lahetys: ['toimitus_yhteyshenkilo_email', 'nouto_yhteyshenkilo_email'] },
      page: { limit: 50 },
    }),
  )
  const rows = data?.rows ?? []
  const all = [...rows.map((row) => row.toimitus_yhteyshenkilo_email), ...rows.map((row) => row.nouto_yhteyshenkilo_email)]
  return [...new Set(all.filter((address) => address !== ''))]
}

const faultOf = (addresses: readonly string[]): string => {
  const wrong = addresses.find((address) => !('value' in email(address.trim())))
  if (wrong !== undefined) return `Osoite ${wrong} ei kelpaa. Esimerkki: nimi@yritys.fi.`
  return addresses.length === 0 ? 'Anna ainakin yksi sähköpostiosoite.' : ''
}

/** Mails the shown waybill to the typed or chosen addresses. */
export function MailDialog({ request, name, onClose }: Props) {
  const contacts = useContacts(request.tilaus_id)
  const [to, setTo] = useState<string[]>([])
  const [words, setWords] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [fault, setFault] = useState('')
  const [draft] = useState(newId)
  const wrong = faultOf(to)
  const client = useQueryClient()

  const { run: send, isRunning } = useAction({
    mutationFn: () => {
      const mail = { ...request, vastaanottajat: to, viesti: words }
      // A retry after a lost answer does not send the mail twice.
      return callApi(mailWaybillCall, mail, { quiet: 'all', idempotencyKey: saveKeyOf(draft, mail) })
    },
    onSuccess: ({ lahetetaan }) => {
      showDone(`${name} lähetetään: ${plural(lahetetaan, 'vastaanottaja', 'vastaanottajaa')}.`)
      // The order's timeline lists the mail.
      void client.invalidateQueries({ queryKey: queryKeys.calls(orderTimelineCall.path) })
      onClose()
    },
    onFault: ({ status, message }) => setFault(status === 0 ? 'Viestiä ei saatu lähetettyä. Yritä uudelleen.' : message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (wrong !== '') return
    setFault('')
    send()
  }
  return (
    <Modal opened onClose={onClose} title="Lähetä sähköpostilla" size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TagsInput
            label="Vastaanottajat"
            description="Paina Enter jokaisen osoitteen jälkeen."
            placeholder={to.length === 0 ? 'nimi@yritys.fi' : ''}
            required
            withAsterisk={false}
            inputMode="email"
            data={contacts}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            maxTags={maxWaybillReceivers}
            value={to}
            onChange={setTo}
            error={isChecked && wrong !== '' ? wrong : undefined}
            data-autofocus
          />
          <Textarea
            label="Viesti"
            description="Vapaaehtoinen. Vastaukset tulevat omaan sähköpostiisi."
            autosize
            minRows={3}
            maxLength={maxWaybillMessageLength}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {fault !== '' && <FaultNote>{fault}</FaultNote>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Takaisin
            </Button>
            <Button type="submit" loading={isRunning} leftSection={<IconSend size={18} aria-hidden />}>
              Lähetä
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
