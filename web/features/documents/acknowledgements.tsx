import { Button, Group, Text } from '@mantine/core'
import { IconBellRinging, IconCheck, IconDownload, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleLabels } from '#domain/access/roles.ts'
import { documentOperationsCall } from '#domain/features/documents/document-operations.ts'
import { type DocumentRecipient, documentSummaryCall, documentSummaryPdfCall } from '#domain/features/documents/document-summary.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { callBlob } from '#web/data/request.ts'
import type { EntityRow } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatDate, formatMoment, plural } from '#web/kit/format.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { AcknowledgedShare } from './document-states.tsx'
import classes from './documents.module.css'

type Document = Pick<EntityRow<'dokumentti'>, 'id' | 'kuitattava' | 'tunniste' | 'versio'>

/** The recipients and acknowledgements of a document, with a button that reminds those who have not acknowledged. For administrators. */
export function Acknowledgements({ document }: { document: Document }) {
  const { id, kuitattava, versio } = document
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.call(documentSummaryCall.path, { id }),
    queryFn: ({ signal }) => callApi(documentSummaryCall, { id, 'page[limit]': 500 }, { signal }),
    enabled: kuitattava,
  })
  if (!kuitattava)
    return (
      <Section title="Kuittaukset">
        <Text c="dimmed">Tämä dokumentti on vain luettavaksi: sitä ei tarvitse kuitata.</Text>
      </Section>
    )
  if (isError && !data)
    return (
      <Section title="Kuittaukset">
        <ErrorState retry={() => void refetch()} />
      </Section>
    )
  if (!data) return <SectionSkeleton lines={4} />
  const { count, kuittaneita } = data.meta
  return (
    <Section title="Kuittaukset" aside={`Versio ${versio}`}>
      <AcknowledgedShare of={count} count={kuittaneita} />
      {count > 0 && <Actions document={document} missing={count - kuittaneita} />}
      <ul className={classes.people} aria-label="Vastaanottajat">
        {data.data.map((recipient) => (
          <Recipient key={recipient.id} recipient={recipient} />
        ))}
      </ul>
      {count > data.data.length && <Text c="dimmed">Ensimmäiset {data.data.length}. Kaikki ovat PDF-yhteenvedossa.</Text>}
    </Section>
  )
}

function Actions({ document: { id, tunniste }, missing }: { document: Document; missing: number }) {
  const { run: remind, isRunning: isReminding } = useAction({
    mutationFn: () => callApi(documentOperationsCall, { operation: 'muistuta', id }, { quiet: explainedRefusals }),
    onSuccess: async ({ results }) => {
      showDone(
        results.length === 0 ? 'Kaikkia on jo muistutettu tänään.' : `Muistutettu ${plural(results.length, 'henkilöä', 'henkilöä')}.`,
      )
      await rereadAfterChange('notification')
    },
    onFault: showRefusal,
  })
  const { run: save, isRunning: isSaving } = useAction({
    mutationFn: () => callBlob(documentSummaryPdfCall.path, { query: [['id', id]], quiet: explainedRefusals }),
    onSuccess: (file) => saveFile(file, `kuittaukset-${tunniste}.pdf`),
    onFault: showRefusal,
  })
  return (
    <Group gap="sm" mt="sm">
      {missing > 0 && (
        <Button variant="default" loading={isReminding} leftSection={<IconBellRinging size={18} aria-hidden />} onClick={() => remind()}>
          Muistuta kuittaamattomia
        </Button>
      )}
      <Button variant="default" loading={isSaving} leftSection={<IconDownload size={18} aria-hidden />} onClick={() => save()}>
        Yhteenveto (PDF)
      </Button>
    </Group>
  )
}

function Recipient({ recipient }: { recipient: DocumentRecipient }) {
  const { nimi, roolit, kuitattu, nimenselvennys, allekirjoitus, muistutettu } = recipient
  const isDone = kuitattu > 0
  const detail = [
    roolit.map((role) => roleLabels[role]).join(', '),
    isDone && nimenselvennys !== nimi && `kuitannut ${nimenselvennys}`,
    !isDone && muistutettu > 0 && `muistutettu ${formatDate(muistutettu)}`,
  ]
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        {nimi}
        <small>{detail.filter(Boolean).join(' · ')}</small>
      </span>
      <Group gap="sm">
        {allekirjoitus && <StoredPicture uri={`/file/${allekirjoitus}`} alt={`Allekirjoitus, ${nimenselvennys}`} onWhite />}
        <StatusBadge
          status={
            isDone
              ? { tone: 'delivered', icon: IconCheck, label: `Kuitattu ${formatMoment(kuitattu)}` }
              : { tone: 'warning', icon: IconSignature, label: 'Kuittaamatta' }
          }
        />
      </Group>
    </li>
  )
}
