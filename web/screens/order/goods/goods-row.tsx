import { ActionIcon, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconCopy, IconX } from '@tabler/icons-react'
import { type ComponentProps, useId, useRef } from 'react'
import { fillFromProduct, lockedSizes } from '#domain/entities/order/order.rows.ts'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import { productTypes, sizeDecimals } from '#domain/values/limits.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { useSettings } from '#web/session/settings.ts'
import classes from '../order.module.css'
import { goodsLabels, limitHint, type Size, sizeFault } from '../order-check.ts'
import type { Product } from '../order-data.ts'
import { goodsOfRow, type OrderValues, typedGoods } from '../order-values.ts'
import { LinePlaces } from '../places/line-places.tsx'
import { useMayPlan } from '../timing/use-may-plan.ts'
import type { RowList } from '../use-row-list.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  position: number
  products: { own: Product[]; general: Product[] } | undefined
  locks: boolean
  list: RowList
  onDuplicate: () => void
  /** Null for the only row, which cannot be removed. */
  onRemove: (() => void) | null
}

const optionsOf = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([value, label]) => ({ value, label }))
const kinds = optionsOf(productTypes)
// Mantine treats an empty value as no selection.
const noReservation = 'ei'
const reservationOptions = optionsOf(reservations).map(({ value, label }) => ({ value: value || noReservation, label }))
const sizeFields = ['pituus', 'leveys', 'korkeus', 'paino'] as const

/** One goods row: product, pieces, sizes in cm and weight in kg, with the limits of the kind of goods. */
export function GoodsRowFields({ form, position, products, locks, list, onDuplicate, onRemove }: Props) {
  const { features } = useSettings()
  const hintId = useId()
  const area = useRef<HTMLFieldSetElement>(null)
  const row = form.values.rows[position]
  if (!row) return null
  const at = (field: string) => `rows.${position}.${field}`
  const all = [...(products?.own ?? []), ...(products?.general ?? [])]
  const product = all.find(({ id }) => id === row.tuote)
  const locked = locks && product ? lockedSizes(product) : []
  const isLocked = (size: (typeof sizeFields)[number]) => locked.includes(size === 'paino' ? 'yksikkopaino' : size)

  const choose = (id: string | null) => {
    const chosen = all.find((candidate) => candidate.id === id)
    for (const size of ['tuote', ...sizeFields]) form.clearFieldError(at(size))
    const filled = chosen ? typedGoods(fillFromProduct(goodsOfRow(row), chosen)) : { tuote: null }
    form.setFieldValue(`rows.${position}`, { ...row, ...filled, maara: row.maara })
    // With a saved product only the number of pieces remains to be typed.
    const pieces = chosen && area.current?.querySelector<HTMLInputElement>('input[inputmode=numeric]')
    pieces?.focus()
    pieces?.select()
  }
  const limitOf = (size: Size) => sizeFault(size, row[size], row.tyyppi)
  const faultOf = (field: string, live: string | null = null) => form.errors[at(field)] ?? live
  const faults = Object.entries({
    tuote: faultOf('tuote'),
    maara: faultOf('maara', limitOf('maara')),
    pituus: faultOf('pituus', limitOf('pituus')),
    leveys: faultOf('leveys', limitOf('leveys')),
    korkeus: faultOf('korkeus', limitOf('korkeus')),
    paino: faultOf('paino', limitOf('paino')),
    tyyppi: faultOf('tyyppi'),
    kuvaus: faultOf('kuvaus'),
    varauma: faultOf('varauma'),
    palveluaika: faultOf('palveluaika'),
  }).filter(([, fault]) => fault)
  const broken = (field: string) => faults.some(([name]) => name === field)

  const faultId = (field: string) => `${hintId}-${field}`
  /** The row's faults are shown together below it, so each field must reference its own; a size without a fault references the limits. */
  const field = (name: keyof typeof goodsLabels) => {
    const describedBy = broken(name) ? faultId(name) : name in sizeDecimals && faults.length === 0 ? hintId : undefined
    return {
      ...form.getInputProps(at(name)),
      label: goodsLabels[name],
      error: broken(name),
      attributes: { input: { 'aria-describedby': describedBy } },
    }
  }
  const number = (size: Size) => ({ ...field(size), decimals: sizeDecimals[size] })
  return (
    <fieldset ref={area} className={classes.row} data-row={row.id} aria-label={`Tavararivi ${position + 1}`}>
      <div className={`${classes.goods} ${classes.headed}`}>
        <SearchSelect
          className={classes.wide}
          placeholder="Valitse tai jätä tyhjäksi"
          // The product is optional: opening a copy, or pressing Tab on the way to the sizes, must not open a list over the form.
          openOnFocus={false}
          clearable
          clearButtonProps={{ 'aria-label': 'Poista tuotevalinta' }}
          nothingFoundMessage="Tuotetta ei löydy. Täytä mitat itse."
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          data={[
            { group: 'Omat tuotteet', items: (products?.own ?? []).map(({ id, name }) => ({ value: id, label: name })) },
            { group: 'Yleiset tuotteet', items: (products?.general ?? []).map(({ id, name }) => ({ value: id, label: name })) },
          ].filter(({ items }) => items.length > 0)}
          {...field('tuote')}
          onChange={choose}
        />
        <NumberField {...number('maara')} />
        {sizeFields.map((size) => (
          <NumberField
            key={size}
            {...number(size)}
            disabled={isLocked(size)}
            {...(isLocked(size) ? { title: 'Tuotteen mitta on lukittu' } : {})}
          />
        ))}
        <div className={classes.rowTools}>
          {features.useat_tuotteet && (
            <ActionIcon aria-label={`Monista rivi ${position + 1}`} title="Monista rivi" onClick={onDuplicate}>
              <IconCopy size={18} aria-hidden />
            </ActionIcon>
          )}
          {onRemove && (
            <ActionIcon aria-label={`Poista rivi ${position + 1}`} title="Poista rivi" onClick={onRemove}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </div>
      <div className={`${classes.goods} ${classes.details} ${classes.headed}`}>
        <Select data={kinds} allowDeselect={false} {...field('tyyppi')} />
        <TextInput placeholder="Mitä tavara on" {...field('kuvaus')} />
        {(features.varauma || row.varauma !== '') && (
          <Select
            data={reservationOptions}
            allowDeselect={false}
            {...field('varauma')}
            value={row.varauma || noReservation}
            onChange={(value) => form.setFieldValue(at('varauma'), value === noReservation ? '' : value)}
          />
        )}
        <ServiceTime {...field('palveluaika')} />
      </div>
      <LinePlaces form={form} path={`rows.${position}`} line={row} list={list} name={`Tavararivi ${position + 1}`} />
      <div aria-live="polite" className={classes.rowFaults}>
        {faults.map(([name, fault]) => (
          <p key={name} id={faultId(name)} className={classes.fault}>
            <IconAlertTriangle size={16} aria-hidden />
            {fault}
          </p>
        ))}
        {faults.length === 0 && (
          <p id={hintId} className={classes.hint}>
            {limitHint(row.tyyppi)}
          </p>
        )}
      </div>
    </fieldset>
  )
}

/** The minutes at a stop, which a dispatcher may set (rules/planning-board.md#times-of-shipments). */
function ServiceTime(props: ComponentProps<typeof NumberField>) {
  return useMayPlan() ? <NumberField placeholder="Tavallinen" {...props} /> : null
}
