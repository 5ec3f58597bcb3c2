import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { mayRead } from '#domain/access/reach.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { Files } from '#web/kit/entity/fields/files-field.tsx'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { RowStates } from '#web/kit/entity/row-states.tsx'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { type Session, useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './acknowledge-document.module.css'
import { AcknowledgeForm } from './acknowledge-form.tsx'

/** `kuittaa-dokumentti/:id`: shows a document and, if it must be acknowledged, the form for name and signature. */
export function AcknowledgeDocumentScreen(): ReactNode {
  const session = useSession()
  const { id } = useParams({ from: '/kuittaa-dokumentti/$id' })
  if (!session) return null
  if (mayRead('dokumentti', session.user.roles)) return <Document key={id} id={id} session={session} />
  return (
    <Page title="Dokumentin kuittaus">
      <EmptyState title="Et näe dokumentteja" icon={IconLock}>
        Roolillasi ei ole oikeutta dokumentteihin. Pyydä oikeutta ylläpidolta.
      </EmptyState>
    </Page>
  )
}

const missing = { title: 'Dokumenttia ei löydy', text: 'Se on poistettu, tai sitä ei ole tarkoitettu sinulle.' }

function Document({ id, session }: { id: string; session: Session }) {
  const query = useQuery(rowQuery('dokumentti', id))
  const { data: document } = query
  if (!document || document.status === 0) return <RowStates label="Dokumentti" missing={missing} query={query} />
  return (
    <Page
      title={document.name}
      detail={`${document.tunniste} · versio ${document.versio}`}
      focus="heading"
      width="narrow"
      offline="Ei verkkoyhteyttä. Kuittaa, kun yhteys palaa."
    >
      <div className={classes.parts}>
        <Section title="Lue">
          {document.kuvaus !== '' && <p className={classes.text}>{document.kuvaus}</p>}
          <Files label="Tiedostot" value={document.tiedostot} />
          {document.kuvaus === '' && document.tiedostot.length === 0 && <p className={classes.text}>Dokumentissa ei ole tiedostoja.</p>}
        </Section>
        {document.kuitattava && <Acknowledgement document={document} session={session} />}
      </div>
    </Page>
  )
}

/** The person's acknowledgement, or the form for it. */
function Acknowledgement({ document, session }: { document: EntityRow<'dokumentti'>; session: Session }) {
  const { data, isError, refetch } = useQuery(
    listQuery('dokumentti_kuittaus', {
      filter: { 'dokumentti.id': document.id, 'kayttaja.id': session.user.id, versio: document.versio },
      page: { limit: 1 },
    }),
  )
  const [opened] = useState(document.versio)
  if (isError && !data) return <ErrorState retry={() => void refetch()} />
  if (!data) return <SectionSkeleton lines={4} />
  const [signed] = data.rows
  if (!signed)
    return (
      <>
        {document.versio !== opened && (
          <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
            Dokumentista on uusi versio. Lue se ja kuittaa sitten.
          </Alert>
        )}
        <AcknowledgeForm key={`${document.id}.${document.versio}`} document={document} session={session} />
      </>
    )
  return (
    <Section title="Kuitattu">
      <p className={classes.text}>
        {signed.nimenselvennys}, {formatMoment(signed.created)}
      </p>
      {signed.kuittaus && <StoredPicture uri={`/file/${signed.kuittaus}`} alt={`Allekirjoitus, ${signed.nimenselvennys}`} onWhite />}
    </Section>
  )
}
