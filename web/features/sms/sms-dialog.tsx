import { Button, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { receiversFault, type SmsReceiver, sendSmsCall, smsReceiversCall } from '#domain/features/sms/send-sms.ts'
import { maxParts, smsParts } from '#domain/features/sms/sms-parts.ts'
import { phoneWithoutCode } from '#domain/values/checks.ts'
import { callApi } from '#web/data/api-call.ts'
import { refusalText } from '#web/data/fault.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './sms-dialog.module.css'

type Props = {
  /** The ids of the receivers. */
  users: readonly string[]
  onClose: () => void
}

/** Writes a text message; shows its receivers and the number of parts, each of which costs as one message. */
export function SmsDialog({ users: selected, onClose }: Props) {
  // Fixed when the dialog opens, because the list behind it may be refetched.
  const [users] = useState(() => [...new Set(selected)])
  const overLimit = receiversFault(users.length)
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  // The same for retries, so that the message is not sent twice after a lost answer.
  const [key] = useState(newId)
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(smsReceiversCall.path, users),
    queryFn: ({ signal }) => callApi(smsReceiversCall, { users }, { signal }),
    enabled: overLimit === null,
  })
  const reachable = data?.data.filter(({ este }) => este === '') ?? []
  const tooMany = data !== undefined && reachable.length > data.jaljella
  const { parts } = smsParts(text.trim())
  const isReady = reachable.length > 0 && !tooMany && parts > 0 && parts <= maxParts

  const { run: send, isRunning: sending } = useAction({
    mutationFn: () => callApi(sendSmsCall, { users, message: text }, { quiet: 'all', idempotencyKey: saveKeyOf(key, text) }),
    onSuccess: ({ results }) => {
      showDone(`Viesti lähtee: ${plural(results.filter(({ success }) => success).length, 'vastaanottaja', 'vastaanottajaa')}.`)
      onClose()
    },
    onFault: (failure) => setFault(failure.errors.map(({ detail }) => detail).join(' ') || refusalText(failure)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault('')
    if (isReady) send()
  }
  return (
    <Modal opened onClose={sending ? () => undefined : onClose} title="Tekstiviesti" size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {fault !== '' && <FaultNote>{fault}</FaultNote>}
          {tooMany && <FaultNote>{`Tänään voi lähettää vielä ${plural(data.jaljella, 'tekstiviestin', 'tekstiviestiä')}.`}</FaultNote>}
          {overLimit !== null ? (
            <FaultNote>{`${overLimit} Valitsit ${formatCount(users.length)}.`}</FaultNote>
          ) : data ? (
            <Receivers people={data.data} reachable={reachable.length} />
          ) : isPending ? (
            <Skeleton height={72} />
          ) : (
            <ErrorState retry={() => void refetch()} />
          )}
          <Textarea
            label="Viesti"
            autosize
            minRows={3}
            maxRows={10}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            description={<PartsText text={text} receivers={reachable.length} />}
            inputWrapperOrder={['label', 'error', 'input', 'description']}
            error={parts > maxParts && `Viestissä saa olla enintään ${maxParts} osaa.`}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={sending}>
              Takaisin
            </Button>
            <Button type="submit" loading={sending} disabled={!isReady}>
              Lähetä
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function PartsText({ text, receivers }: { text: string; receivers: number }) {
  const { encoding, parts, left } = smsParts(text.trim())
  const remaining = `${plural(left, 'merkki', 'merkkiä')} jäljellä`
  const words = [
    parts > 0 ? plural(parts, 'osa', 'osaa') : 'Pitkä viesti lähtee useassa osassa.',
    parts > 0 && remaining,
    receivers > 1 && parts > 0 && `yhteensä ${plural(parts * receivers, 'viesti', 'viestiä')}`,
    encoding === 'ucs2' && 'erikoismerkit vievät enemmän tilaa',
  ]
  return <span aria-live="polite">{words.filter(Boolean).join(' · ')}</span>
}

function Receivers({ people, reachable }: { people: readonly SmsReceiver[]; reachable: number }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {reachable === 0 ? 'Kenelläkään ei ole matkapuhelinnumeroa' : plural(reachable, 'vastaanottaja', 'vastaanottajaa')}
      </Text>
      <ul className={classes.people} aria-label="Vastaanottajat">
        {people.map(({ id, name, puhelin, este }) => (
          <li key={id} data-refused={este !== '' || undefined}>
            <span>{name}</span>
            <span>{este || phoneWithoutCode(puhelin, '358')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
