import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import { InlineRowForm } from '#web/kit/entity/quick-edit/inline-row-form.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'
import { CarsByInspection } from './cars-by-inspection.tsx'
import classes from './maintenance.module.css'
import { OpenMaintenance } from './open-maintenance.tsx'

/** The start page of maintenance staff: what is open, and the cars by their next inspection (rules/cars.md#maintenance). */
export function MaintenanceStart() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      title="Autot ja huollot"
      width="list"
      focus="heading"
      actions={
        !isAdding && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
            Lisää huolto
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          {isAdding && (
            <Section title="Uusi merkintä">
              <InlineRowForm
                entity="huolto"
                row={null}
                fields={['auto', 'paiva', 'name', 'info', 'kuvat']}
                initial={{ name: 'Huolto', paiva: startOfDay(nowSeconds()) }}
                draft="etusivu.new"
                addLabel="Uusi merkintä"
                onClose={() => setIsAdding(false)}
              />
            </Section>
          )}
          <OpenMaintenance />
        </div>
        <div className={classes.column}>
          <CarsByInspection />
        </div>
      </div>
    </Page>
  )
}
