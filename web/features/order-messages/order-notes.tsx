import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { tilausviesti } from '#domain/entities/order-message/order-message.entity.ts'
import { add, operations } from '#web/data/operations.ts'
import { listQuery, rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { sendByKey } from './send-by-key.ts'

const maxNotes = 250

/** What the dispatchers have noted about an order; customers cannot read it (rules/orders.md#notes). */
export const notesQuery = (order: string) =>
  listQuery('tilausviesti', {
    filter: { 'tilaus.id': order, sisainen: true },
    fields: { tilausviesti: ['teksti', 'kirjoittaja', 'created'] },
    sort: ['-created', '-drupal_internal__id'],
    page: { limit: maxNotes },
  })

export function WriteNote({ order, onClose }: { order: string; onClose: () => void }) {
  // The id stays until the note is stored, so that a retry after a lost answer stores it once.
  const [id] = useState(newId)
  const [text, setText] = useState('')
  const { run: save, isRunning } = useAction({
    mutationFn: async () => {
      const list = [add('tilausviesti', { id, tilaus: order, teksti: text.trim(), sisainen: true })]
      await operations(list, saveKeyOf(id, list))
      await rereadAfterChange('tilausviesti')
    },
    onSuccess: onClose,
  })
  return (
    <div>
      <Textarea
        label="Muistiinpano"
        description="Näkyy vain ylläpidolle."
        autosize
        minRows={2}
        maxLength={tilausviesti.fields.teksti.max}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKey(() => text.trim() !== '' && save())}
        autoFocus
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" size="compact-md" onClick={onClose}>
          Takaisin
        </Button>
        <Button size="compact-md" loading={isRunning} disabled={text.trim() === ''} onClick={() => save()}>
          Tallenna
        </Button>
      </Group>
    </div>
  )
}
