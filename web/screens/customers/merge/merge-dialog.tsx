import { Alert, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowMerge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type MergePreview, mergeCustomersCall, mergePreviewCall } from '#domain/features/customers/merge-customers.ts'
import { registry } from '#domain/model/registry.ts'
import { callApi } from '#web/data/api-call.ts'
import { refusalText } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { shownValue } from '#web/kit/entity/fields/field-text.ts'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { entityOf } from '#web/kit/entity/fields/row-names.ts'
import { formatCount } from '#web/kit/format.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'

type Props = {
  /** The ids of the two: the first one remains, unless the person chooses otherwise. */
  customers: readonly [string, string]
  onClose: () => void
}

/** Previews a merge of two customers, lets the person choose which one remains, and merges them. */
export function MergeDialog({ customers, onClose }: Props) {
  const [remaining, setRemaining] = useState(customers[0])
  const pair = { sailyva: remaining, poistuva: remaining === customers[0] ? customers[1] : customers[0] }
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.call(mergePreviewCall.path, pair),
    queryFn: ({ signal }) => callApi(mergePreviewCall, pair, { signal }),
    placeholderData: (before) => before,
  })
  return (
    <Modal opened onClose={onClose} title="Yhdistä asiakkaat" size="lg">
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : !data ? (
        <SectionSkeleton lines={5} />
      ) : (
        <Preview preview={data} onSwap={setRemaining} onClose={onClose} isCurrent={data.sailyva.id === remaining} />
      )}
    </Modal>
  )
}

type PreviewProps = { preview: MergePreview; onSwap: (remaining: string) => void; onClose: () => void; isCurrent: boolean }

function Preview({ preview, onSwap, onClose, isCurrent }: PreviewProps) {
  const { sailyva, poistuva, siirtyy, poistuu, taydentyy, haviaa } = preview
  const navigate = useNavigate()
  const [fault, setFault] = useState('')
  const pair = [sailyva, poistuva].toSorted((a, b) => (a.tunniste < b.tunniste ? -1 : 1))
  const { run: merge, isRunning } = useAction({
    mutationFn: () => {
      const input = { sailyva: sailyva.id, poistuva: poistuva.id, sailyva_vid: sailyva.vid, poistuva_vid: poistuva.vid }
      return callApi(mergeCustomersCall, input, { quiet: 'all', idempotencyKey: saveKeyOf(poistuva.id, input) })
    },
    onSuccess: async () => {
      onClose()
      showDone(`${poistuva.name} yhdistettiin: ${sailyva.name}`)
      await navigate({ to: '/asiakas/$id', params: { id: sailyva.id } })
      await rereadAfterChange('asiakas', 'postiosoite', 'yhteyshenkilo', 'tilaus', 'user')
    },
    onFault: (fault) => setFault(refusalText(fault)),
  })
  return (
    <Stack gap="md">
      <Radio.Group label="Kumpi jää?" value={sailyva.id} onChange={onSwap}>
        <Stack gap="sm" mt={4}>
          {pair.map(({ id, name, tunniste, y_tunnus }) => (
            <Radio key={id} value={id} label={name} description={[tunniste, y_tunnus].filter(Boolean).join(' · ')} />
          ))}
        </Stack>
      </Radio.Group>
      {sailyva.y_tunnus !== '' && poistuva.y_tunnus !== '' && sailyva.y_tunnus !== poistuva.y_tunnus && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />} title="Y-tunnukset ovat eri">
          Tarkista, että kyse on samasta yrityksestä.
        </Alert>
      )}
      <div>
        <Text fw={550}>Asiakkaalle {sailyva.name} siirtyy</Text>
        {siirtyy.length === 0 ? (
          <Text>Ei mitään: asiakkaaseen {poistuva.name} ei liity rivejä.</Text>
        ) : (
          <List>
            {siirtyy.map(({ entiteetti, suhde, maara }) => (
              <List.Item key={`${entiteetti}.${suhde}`}>
                {registry[entityOf(entiteetti)].label}: {formatCount(maara)}
              </List.Item>
            ))}
          </List>
        )}
        {taydentyy.length > 0 && <Text mt="xs">Täydentyy: {taydentyy.map((field) => rowField('asiakas', field).label).join(', ')}.</Text>}
      </div>
      {poistuu.length > 0 && (
        <Text>
          Asiakkaalla {sailyva.name} on omat hinnat. Siirtyvistä hinnoista poistuu:{' '}
          {poistuu.map(({ entiteetti, maara }) => `${registry[entiteetti].label} ${formatCount(maara)}`).join(', ')}.
        </Text>
      )}
      {haviaa.length > 0 && (
        <div>
          <Text fw={550}>Asiakkaan {poistuva.name} tiedoista ei säily</Text>
          <List>
            {haviaa.map(({ kentta, arvo }) => (
              <List.Item key={kentta}>
                <Text lineClamp={3}>
                  {registry.asiakas.fields[kentta].label}: {shownValue(registry.asiakas.fields[kentta], arvo)}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Text>
        {poistuva.name} poistuu luettelosta, ja sen historia säilyy. Sen käyttäjät kirjautuvat uudelleen. Yhdistämistä ei voi perua.
      </Text>
      {fault && <FaultNote>{fault}</FaultNote>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
          Takaisin
        </Button>
        <Button loading={isRunning} disabled={!isCurrent} leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => merge()}>
          Yhdistä
        </Button>
      </Group>
    </Stack>
  )
}
