import { Button, Group, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { tilausviesti } from '#domain/entities/order-message/order-message.entity.ts'
import { CallFault } from '#web/data/fault.ts'
import { add, operations } from '#web/data/operations.ts'
import { listQuery, rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatSince } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './conversation.module.css'
import { sendByKey } from './send-by-key.ts'

const maxShown = 250
/** The part of an address after `#`, to which the bell leads. */
const anchor = 'viestit'

/** Without the notes of the dispatchers, which customers cannot even ask for. */
const messagesOf = (order: string, staff: boolean) =>
  listQuery('tilausviesti', {
    filter: staff ? { 'tilaus.id': order, sisainen: false } : { 'tilaus.id': order },
    sort: ['-created', '-drupal_internal__id'],
    page: { limit: maxShown },
  })

type Props = { order: string; tunniste: string; staff: boolean }

/** What the customer and the dispatchers have written about an order, the newest last, and a field for more. */
export function Conversation({ order, tunniste, staff }: Props) {
  const now = useNow()
  const { data, isError, refetch } = useQuery(messagesOf(order, staff))
  if (!data && !isError) return <SectionSkeleton lines={2} />
  const messages = data?.rows.toReversed() ?? []
  return (
    <Section title="Viestit" anchor={anchor}>
      {!data ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <>
          {messages.length > 0 && (
            <ol className={classes.messages} aria-label={`Viestit tilauksesta ${tunniste}`}>
              {messages.map(({ id, teksti, kirjoittaja, asiakkaalta, created }) => (
                <li key={id} className={classes.message} data-own={asiakkaalta !== staff || undefined}>
                  <div className={classes.head}>
                    <strong>{kirjoittaja || (asiakkaalta ? 'Asiakas' : 'Ajojärjestely')}</strong>
                    <span>
                      {asiakkaalta ? 'asiakas' : 'ajojärjestely'} · {formatSince(created, now)}
                    </span>
                  </div>
                  <div className={classes.text}>{teksti}</div>
                </li>
              ))}
            </ol>
          )}
          <WriteMessage order={order} staff={staff} />
        </>
      )}
    </Section>
  )
}

/** On a touch screen, the focus would open a keyboard over what there is to read. */
function focusByKeyboard(field: HTMLElement | null): void {
  if (matchMedia('(pointer: fine)').matches) field?.focus()
}

function WriteMessage({ order, staff }: Pick<Props, 'order' | 'staff'>) {
  // The id stays until the message is stored, so that a retry after a lost answer stores it once.
  const [{ id, text }, setDraft] = useState(() => ({ id: newId(), text: '' }))
  const [fault, setFault] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const isLedTo = useLocation({ select: ({ hash }) => hash === anchor })
  useEffect(() => {
    // Whoever came to the conversation can answer at once.
    if (isLedTo) focusByKeyboard(field.current)
  }, [isLedTo])
  const { run, isRunning } = useAction({
    mutationFn: async () => {
      const list = [add('tilausviesti', { id, tilaus: order, teksti: text.trim() })]
      await operations(list, saveKeyOf(id, list), { quiet: [0, 422] })
    },
    onSuccess: () => {
      setDraft({ id: newId(), text: '' })
      // The button that was pressed has lost the focus while it was loading.
      if (document.activeElement === document.body) focusByKeyboard(field.current)
    },
    onFault: (failure) =>
      setFault(
        failure instanceof CallFault && failure.status === 0 ? 'Viesti ei lähtenyt: palvelimeen ei saada yhteyttä.' : failure.message,
      ),
    onSettled: () => rereadAfterChange('tilausviesti'),
  })
  const send = () => {
    if (text.trim() === '') setFault('Kirjoita viesti.')
    else run()
  }
  return (
    <>
      <Textarea
        ref={field}
        label={staff ? 'Viesti asiakkaalle' : 'Viesti ajojärjestelyyn'}
        autosize
        minRows={2}
        maxLength={tilausviesti.fields.teksti.max}
        value={text}
        readOnly={isRunning}
        error={fault || undefined}
        onChange={(event) => {
          setDraft({ id, text: event.currentTarget.value })
          setFault('')
        }}
        onKeyDown={sendByKey(send)}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" loading={isRunning} leftSection={<IconSend size={18} aria-hidden />} onClick={send}>
          Lähetä viesti
        </Button>
      </Group>
    </>
  )
}
