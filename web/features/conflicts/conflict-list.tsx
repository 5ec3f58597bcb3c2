import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordsBeside } from '#domain/entities/conflict/driver-action.ts'
import { solveConflictCall } from '#domain/features/conflicts/conflict-calls.ts'
import { callApi } from '#web/data/api-call.ts'
import { type CallFault, refusalText } from '#web/data/fault.ts'
import { listQuery, rereadAfterChange } from '#web/data/queries.ts'
import type { Part } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './conflict-list.module.css'

const shown = 20
const fields = {
  ristiriita: ['kuvaus', 'laji', 'toimi', 'tapahtui', 'syy', 'nykytila', 'kuljettaja', 'lahetykset', 'tiedostot'],
  user: ['field_fullname'],
  lahetys: ['tilaus'],
} as const
type Conflict = Part<'ristiriita', typeof fields>

const openConflicts = listQuery('ristiriita', {
  filter: { tila: 'avoin' },
  sort: ['created', 'drupal_internal__id'],
  page: { limit: shown },
  include: ['kuljettaja', 'lahetykset'],
  fields,
})

/** Drivers' actions that could not be stored, each with both sides and its answers; nothing while there are none. */
export function ConflictList() {
  const { data } = useQuery(openConflicts)
  if (!data || data.rows.length === 0) return null
  return (
    <div className={classes.section}>
      <Section title="Ristiriidat" aside={data.count > shown ? `${shown} vanhinta, kaikkiaan ${data.count}` : undefined}>
        <Stack component="ul" gap="md" className={classes.list}>
          {data.rows.map((row) => (
            <ConflictRow
              key={row.id}
              row={row}
              driver={data.included.get('user', row.kuljettaja)?.field_fullname ?? ''}
              order={data.included.get('lahetys', row.lahetykset[0] ?? null)?.tilaus ?? null}
            />
          ))}
        </Stack>
      </Section>
    </div>
  )
}

type Answer = 'hyvaksytty' | 'pidetty'
const done: Record<Answer, string> = { hyvaksytty: 'Kuljettajan tieto hyväksytty', pidetty: 'Nykyinen tieto pidetty' }

function ConflictRow({ row, driver, order }: { row: Conflict; driver: string; order: string | null }) {
  const { id, kuvaus, laji, tapahtui, syy, nykytila, tiedostot } = row
  const words = wordsBeside(row)
  const [refusal, setRefusal] = useState<CallFault | null>(null)
  const { run, isRunning } = useAction({
    mutationFn: async (ratkaisu: Answer) => {
      setRefusal(null)
      await callApi(solveConflictCall, { id, ratkaisu }, { idempotencyKey: `${id}.${ratkaisu}`, quiet: 'all' })
      showDone(`${done[ratkaisu]}.`)
      await rereadAfterChange('ristiriita', 'lahetys', 'tilaus', 'tuntituote')
    },
    onFault: setRefusal,
  })
  return (
    <li className={classes.conflict}>
      <div className={classes.sides}>
        <div>
          <small>
            {driver} · {formatMoment(tapahtui)}
          </small>
          <strong>{kuvaus}</strong>
          {words !== '' && <Text>{words}</Text>}
          <Text size="sm">{syy}</Text>
          {tiedostot.length > 0 && (
            <Group gap="sm" mt="xs">
              {tiedostot.map((file, index) => (
                <StoredPicture key={file} uri={`/file/${file}`} alt={`${kuvaus}, kuva ${index + 1}`} />
              ))}
            </Group>
          )}
        </div>
        <div>
          <small>Nyt järjestelmässä</small>
          <Text className={classes.state}>{nykytila || 'Ei tietoa'}</Text>
        </div>
      </div>
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          {refusalText(refusal)}
        </Alert>
      )}
      <Group gap="sm">
        {laji !== 'muu' && (
          <Button
            size="compact-md"
            variant="light"
            loading={isRunning}
            aria-label={`Hyväksy kuljettajan tieto: ${kuvaus}`}
            onClick={() => run('hyvaksytty')}
          >
            Hyväksy kuljettajan tieto
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          loading={isRunning}
          aria-label={`Pidä nykyinen: ${kuvaus}`}
          onClick={() => run('pidetty')}
        >
          Pidä nykyinen
        </Button>
        {order !== null && (
          <Button size="compact-md" variant="subtle" renderRoot={(props) => <Link to="/tilaus/$id" params={{ id: order }} {...props} />}>
            Avaa tilaus
          </Button>
        )}
      </Group>
    </li>
  )
}
