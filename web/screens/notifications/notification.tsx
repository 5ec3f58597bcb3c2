import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NotificationPreview } from '#web/features/notifications/notification-preview.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { plural } from '#web/kit/format.ts'
import { register } from './notifications.tsx'

/** `ilmoitus/:id`, of a new notification too */
export function PageScreen(): ReactNode {
  const { id } = useParams({ from: '/ilmoitus/$id' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Ilmoitus', fields: ['message'] },
        { title: 'Kenelle ja milloin', fields: ['tyyppi', 'roles', 'henkilot', 'start', 'end', 'key', 'disabled'] },
      ]}
      inputs={{
        // Only one of the two applies, and the other is left out: roles of a GLOBAL one, people of a PERSONAL one.
        roles: (_, { tyyppi }) => (tyyppi === 'PERSONAL' ? false : undefined),
        henkilot: (_, { tyyppi }) => (tyyppi === 'PERSONAL' ? undefined : false),
      }}
      preview={(content) => <NotificationPreview content={content} />}
      detail={({ tunniste, ohittaneet }) =>
        `${tunniste}${ohittaneet.length > 0 ? ` · ${plural(ohittaneet.length, 'henkilö', 'henkilöä')} on ohittanut` : ''}`
      }
    />
  )
}
