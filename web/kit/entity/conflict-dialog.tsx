import { Button, Group, Modal, SegmentedControl, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { toastMessages } from '#domain/errors.ts'
import { differences, merge } from './conflict.ts'

type Props<V extends object> = {
  /** The row as it was read, as it is typed here, and as it is stored now; null while there is no conflict. */
  conflict: { base: V; yours: V; theirs: V } | null
  labelOf: (field: keyof V & string) => string
  /** A value as text. */
  show: (field: keyof V & string, value: unknown) => ReactNode
  /** Called with the merged values, which are to be saved with the new `vid`. */
  onResolve: (merged: V) => void
  onClose: () => void
}

/** After a 409, shows field by field what somebody else has changed. The typed values are kept unless the person chooses otherwise. */
export function ConflictDialog<V extends object>({ conflict, labelOf, show, onResolve, onClose }: Props<V>) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  // The choices of one conflict do not apply to the next.
  const [shown, setShown] = useState(conflict)
  if (shown !== conflict) {
    setShown(conflict)
    setTheirs(new Set())
  }
  const found = conflict ? differences(conflict.base, conflict.yours, conflict.theirs) : []
  const clashing = found.filter(({ both }) => both)
  const choose = (field: string, value: string) => {
    const next = new Set(theirs)
    if (value === 'theirs') next.add(field)
    else next.delete(field)
    setTheirs(next)
  }
  const resolve = () => {
    if (!conflict) return
    const keep = new Set<string>(clashing.map(({ field }) => field).filter((field) => !theirs.has(field)))
    onResolve(merge(conflict.base, conflict.yours, conflict.theirs, keep))
  }
  return (
    <Modal opened={conflict !== null} onClose={onClose} title="Joku muu on muuttanut tietoja" size="xl">
      <Text mb="md">{toastMessages[409].split('. ')[0]}. Kirjoittamasi on tallessa.</Text>
      {found.length > 0 && (
        <Table.ScrollContainer minWidth={560} mb="md">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Kenttä</Table.Th>
                <Table.Th>Sinulla</Table.Th>
                <Table.Th>Tallennettu</Table.Th>
                <Table.Th>Käytetään</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(({ field, yours, theirs: stored, both }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{labelOf(field)}</Table.Th>
                  <Table.Td>{show(field, yours)}</Table.Td>
                  <Table.Td>{show(field, stored)}</Table.Td>
                  <Table.Td>
                    {both ? (
                      <SegmentedControl
                        size="xs"
                        aria-label={`${labelOf(field)}: kumpi käytetään`}
                        value={theirs.has(field) ? 'theirs' : 'yours'}
                        onChange={(value) => choose(field, value)}
                        data={[
                          { value: 'yours', label: 'Omani' },
                          { value: 'theirs', label: 'Tallennettu' },
                        ]}
                      />
                    ) : (
                      <Text c="dimmed">Tallennettu, et muuttanut tätä</Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Takaisin lomakkeelle
        </Button>
        {clashing.length > 1 && (
          <Button variant="default" onClick={() => setTheirs(new Set(clashing.map(({ field }) => field)))}>
            Valitse tallennetut
          </Button>
        )}
        <Button onClick={resolve}>Jatka näillä</Button>
      </Group>
    </Modal>
  )
}
