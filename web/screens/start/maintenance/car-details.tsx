import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import type { EntityRow } from '#web/data/row.ts'
import { MaintenanceNote } from '#web/features/cars/maintenance-note.tsx'
import { EntityFacts } from '#web/kit/entity/fields/entity-fields.tsx'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { InlineRowForm } from '#web/kit/entity/quick-edit/inline-row-form.tsx'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import classes from './maintenance.module.css'

const facts = ['kustannuspaikka', 'kantavuus', 'lavapaikat'] as const

/** A car of the start page, opened: its next inspection can be set, and its maintenance log is read and written. */
export function CarDetails({ car }: { car: EntityRow<'auto'> }) {
  const [isEditing, setIsEditing] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={top} className={classes.details}>
      <EntityFacts fields={facts.map((key) => rowField('auto', key))} content={car} />
      {isEditing ? (
        <InlineRowForm entity="auto" row={car} fields={['seuraava_katsastus']} removable={false} onClose={() => setIsEditing(false)} />
      ) : (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCalendarEvent size={18} aria-hidden />}
          className={classes.inspectionButton}
          onClick={() => setIsEditing(true)}
        >
          Merkitse seuraava katsastus
        </Button>
      )}
      <RelatedRows
        entity="huolto"
        via="auto"
        of={car.id}
        title="Huoltoloki"
        addLabel="Lisää merkintä"
        fields={['name', 'paiva', 'info', 'kuvat', 'tehty']}
        initial={{ paiva: startOfDay(nowSeconds()) }}
        sort={['tehty', '-paiva', '-created']}
        show={(entry) => <MaintenanceNote entry={entry} withDay />}
        empty="Ei merkintöjä."
      />
    </div>
  )
}
