import { ActionIcon, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { hourlyKinds, tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { listQuery } from '../../data/queries.ts'
import { formatMinutes } from '../../kit/format.ts'
import { NumberField } from '../../kit/number-field.tsx'
import { workName } from './job-words.ts'
import classes from './order.module.css'
import { amountDecimals, amountLabels, jobLabels } from './order-check.ts'
import type { OrderValues } from './order-values.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  area: RefObject<HTMLDivElement | null>
  /** An order of work without goods. */
  alone: boolean
  /** Null: the only row of the order, which stays. */
  onRemove: ((position: number) => void) | null
}

const kinds = Object.entries(hourlyKinds).map(([value, label]) => ({ value, label }))

/** Hourly jobs as extra work (RULES section 4): done where the goods are picked up, on the order's day. */
export function ExtraWork({ form, area, alone, onRemove }: Props) {
  const works = useQuery({ ...listQuery('tuntituote_tyyppi', { sort: ['name'] }), staleTime: 5 * 60_000 })
  const choices = (works.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: workName(name) }))
  const { jobs, saved } = form.values
  // Saved and copied work may have been agreed otherwise.
  const usual = jobs.some(({ id, tyyppi, terms }) => tyyppi === 'aika' && !terms && !saved?.jobs.some((job) => job.id === id))
  return (
    <div className={alone ? undefined : classes.works}>
      {!alone && <h3 className={classes.worksTitle}>Lisätyöt</h3>}
      <div ref={area} className={classes.rows}>
        {jobs.map((job, position) => (
          <fieldset key={job.id} className={classes.row} aria-label={`Lisätyö ${position + 1}`}>
            <div className={`${classes.goods} ${classes.work}`}>
              <Select
                className={classes.wide}
                label={jobLabels.tuntituote_tyyppi}
                placeholder="Valitse"
                data={choices}
                {...form.getInputProps(`jobs.${position}.tuntituote_tyyppi`)}
                onChange={(tuntituote_tyyppi) => {
                  form.clearFieldError(`jobs.${position}.tuntituote_tyyppi`)
                  form.setFieldValue(`jobs.${position}`, { ...job, tuntituote_tyyppi, terms: null })
                }}
              />
              <TextInput
                className={classes.wide}
                label={jobLabels.selite}
                placeholder="Esim. purkuapu"
                autoComplete="off"
                {...form.getInputProps(`jobs.${position}.selite`)}
              />
              <Select label={jobLabels.tyyppi} data={kinds} allowDeselect={false} {...form.getInputProps(`jobs.${position}.tyyppi`)} />
              <NumberField
                label={amountLabels[job.tyyppi]}
                placeholder="Arvio"
                decimals={amountDecimals}
                {...form.getInputProps(`jobs.${position}.amount`)}
              />
              <div className={classes.rowTools}>
                {onRemove && (
                  <ActionIcon aria-label={`Poista lisätyö ${position + 1}`} title="Poista lisätyö" onClick={() => onRemove(position)}>
                    <IconX size={18} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </div>
          </fieldset>
        ))}
      </div>
      {usual && (
        <p className={classes.hint}>
          Aikaan perustuvan työn vähimmäislaskutus on {formatMinutes(tuntituote.fields.minimilaskutus.default)}.
        </p>
      )}
    </div>
  )
}
