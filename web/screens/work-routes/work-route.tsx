import { Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { routeColors } from '#domain/entities/shift/route-colors.ts'
import { RouteBadge } from '#web/features/work-routes/route-badge.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { ColorField } from '#web/kit/entity/fields/color-field.tsx'
import { register } from './work-routes.tsx'

/** The text of a note, which is stored as an object. */
const noteOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string' ? value.value : ''

/** `tyoreitti/:id`, also for a new work route */
export function PageScreen() {
  const { id } = useParams({ from: '/tyoreitti/$id' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Työreitti', fields: ['reittinro', 'name', 'color', 'kuljettaja', 'auto', 'vakioreitti'] },
        { title: 'Ajat', fields: ['alkuaika', 'kesto'] },
        { title: 'Ohje kuljettajalle', fields: ['lisatiedot'] },
      ]}
      detail={({ reittinro, name, color }) => reittinro !== '' && <RouteBadge number={name || reittinro} color={color} />}
      inputs={{
        color: ({ label, value, onChange, error, readOnly, 'data-path': path }) => (
          <ColorField {...{ label, onChange, error, readOnly }} value={String(value)} colors={routeColors} data-path={path} />
        ),
        lisatiedot: ({ value, onChange, required: _, ...input }) => (
          <Textarea
            {...input}
            wrapperProps={{ 'data-wide': true }}
            autosize
            minRows={3}
            maxRows={14}
            value={noteOf(value)}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        ),
      }}
    />
  )
}
