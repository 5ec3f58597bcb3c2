import { ActionIcon, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hourlyKinds, tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { listQuery } from '#web/data/queries.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { formatMinutes } from '#web/kit/format.ts'
import { workName } from '../jobs/job-words.ts'
import classes from '../order.module.css'
import { amountDecimals, amountLabels, jobLabels } from '../order-check.ts'
import type { OrderValues } from '../order-values.ts'
import { LinePlaces } from '../places/line-places.tsx'
import type { RowList } from '../use-row-list.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  list: RowList
  /** The work has its own heading. */
  alone: boolean
}

const kinds = Object.entries(hourlyKinds).map(([value, label]) => ({ value, label }))

/** Hourly jobs as extra work (rules/orders.md#extra-work), done at the pickup place on the order's day. */
export function ExtraWork({ form, list, alone }: Props) {
  const works = useQuery({ ...listQuery('tuntituote_tyyppi', { sort: ['name'] }), staleTime: 5 * 60_000 })
  const choices = (works.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: workName(name) }))
  const { rows, jobs, saved } = form.values
  // The only row of an order cannot be removed.
  const removable = rows.length + jobs.length > 1
  // Saved and copied jobs may have other agreed terms.
  const usual = jobs.some(({ id, tyyppi, terms }) => tyyppi === 'aika' && !terms && !saved?.jobs.some((job) => job.id === id))
  return (
    <div className={alone ? undefined : classes.works}>
      {!alone && <h3 className={classes.worksTitle}>Lisätyöt</h3>}
      <div className={classes.rows}>
        {jobs.map((job, position) => (
          <fieldset key={job.id} className={classes.row} data-row={job.id} aria-label={`Lisätyö ${position + 1}`}>
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
                {removable && (
                  <ActionIcon
                    aria-label={`Poista lisätyö ${position + 1}`}
                    title="Poista lisätyö"
                    onClick={() => list.remove(new Set([job.id]), `Lisätyö ${position + 1} poistettu`)}
                  >
                    <IconX size={18} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </div>
            <LinePlaces form={form} path={`jobs.${position}`} line={job} list={list} name={`Lisätyö ${position + 1}`} />
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
