import { IconSignature } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roleLabels, staffRoles } from '#domain/access/roles.ts'
import { Acknowledgements } from '#web/features/documents/acknowledgements.tsx'
import { DocumentState, useDocumentState } from '#web/features/documents/document-states.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { BoxesInput } from '#web/kit/entity/fields/field-input.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { register } from './documents.tsx'

/** The roles that may read documents (rules/access.md#documents). */
const readers = Object.fromEntries(staffRoles.map((role) => [role, roleLabels[role]]))

/** `dokumentti/:id`, also for a new document */
export function PageScreen(): ReactNode {
  const { id } = useParams({ from: '/dokumentti/$id' })
  const isAdministrator = holdsAny(useSession(), ['yllapito'])
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Dokumentti', fields: ['name', 'kuvaus', 'tiedostot'] },
        { title: 'Kenelle', fields: ['roolit', 'henkilot', 'kuitattava'] },
      ]}
      inputs={{ roolit: (input) => <BoxesInput input={input} values={readers} onChange={input.onChange} /> }}
      detail={({ versio }) => (
        <>
          Versio {versio} {!isAdministrator && <OwnState id={id} />}
        </>
      )}
      actions={(document) => <AcknowledgeButton id={document.id} />}
      related={(document) => isAdministrator && <Acknowledgements document={document} />}
    />
  )
}

function OwnState({ id }: { id: string }): ReactNode {
  return <DocumentState state={useDocumentState(id)} />
}

/** For recipients who have not acknowledged yet. */
function AcknowledgeButton({ id }: { id: string }): ReactNode {
  const state = useDocumentState(id)
  if (!state?.kuitattava || !state.minulle || state.kuitattu > 0) return null
  return (
    <LinkButton to="/kuittaa-dokumentti/$id" params={{ id }} leftSection={<IconSignature size={18} aria-hidden />}>
      Lue ja kuittaa
    </LinkButton>
  )
}
