import { type ReactNode, useEffect, useRef } from 'react'
import { maySee } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { BillingSection } from '../../billing/billing-section.tsx'
import { DeliverySections, GoodsSection } from '../../goods/goods-section.tsx'
import type { Customer, OrderRead } from '../../order-data.ts'
import { delivers, type OrderContent } from '../../order-values.ts'
import { PlacesSection } from '../../places/places-section.tsx'
import { TimingSection } from '../../timing/timing-section.tsx'
import { focusRow, useRowList } from '../../use-row-list.ts'
import classes from '../order-page.module.css'
import { GoodsCard } from './goods-card.tsx'
import type { SectionName } from './open-sections.ts'
import { PlacesCard } from './places-card.tsx'
import { BillingCard, TimingCard } from './terms-card.tsx'
import type { Editing } from './use-editing.tsx'

type Props = {
  read: OrderRead
  /** The order as stored. */
  content: OrderContent
  customer: Customer | undefined
  viewer: Pick<Viewer, 'roles'>
  /** Null for an order that cannot be changed. */
  editing: Editing | null
}

/** What was ordered, read part by part; a part that is being edited is shown with the fields of the form in its place. */
export function OrderParts({ read, content, customer, viewer, editing }: Props) {
  const seesBilling = maySee('tilaus', viewer.roles, 'laskutus_nimi')
  const open = editing?.open
  const onEdit = (section: SectionName) => editing && (() => editing.edit(section))
  const edit = (section: SectionName) => onEdit(section) ?? undefined
  const [editsGoods, editsPlaces] = [open?.has('tavarat') ?? false, open?.has('paikat') ?? false]
  const { shipments, order } = read
  const { lavapaikat = 0 } = order
  return (
    <>
      {editing && (editsGoods || editsPlaces) && <EditedLines read={read} viewer={viewer} editing={editing} />}
      <div className={classes.pair}>
        {!editsGoods &&
          (shipments.length > 0 ? <GoodsCard shipments={shipments} palletPlaces={lavapaikat} onEdit={edit('tavarat')} /> : null)}
        {!editsPlaces && <PlacesCard read={read} content={content} onEdit={edit('paikat')} />}
      </div>
      {editing && open?.has('ajankohta') ? (
        <EditArea focus={editing.opened.includes('ajankohta')}>
          <TimingSection form={editing.api.form} customer={customer} step={undefined} />
        </EditArea>
      ) : (
        <TimingCard read={read} content={content} customer={customer} onEdit={edit('ajankohta')} />
      )}
      {editing && open?.has('laskutus') ? (
        <EditArea focus={editing.opened.includes('laskutus')}>
          <BillingSection
            form={editing.api.form}
            customer={customer}
            mayType={viewer.roles.includes('yllapito')}
            step={undefined}
            startsOpen
          />
        </EditArea>
      ) : (
        seesBilling && <BillingCard read={read} customer={customer} onEdit={edit('laskutus')} />
      )}
    </>
  )
}

type LinesProps = { read: OrderRead; viewer: Pick<Viewer, 'roles'>; editing: Editing }

/** The fields of the places and the goods. Several deliveries have their goods with them. */
function EditedLines({ read, viewer, editing }: LinesProps) {
  const { form } = editing.api
  const list = useRowList(form)
  const asiakas = read.customer.id
  const locks = !viewer.roles.includes('yllapito')
  const several = delivers(form.values) && form.values.toimitus.length > 1
  const Goods = several ? DeliverySections : GoodsSection
  return (
    <>
      {editing.open.has('paikat') && (
        <EditArea focus={editing.opened.includes('paikat')}>
          <PlacesSection form={form} asiakas={asiakas} list={list} numbered={false} />
        </EditArea>
      )}
      {editing.open.has('tavarat') && (
        <EditArea
          focus={editing.opened.includes('tavarat') || editing.opened.includes('tuntityot')}
          row={editing.opened.at(-1) === 'tuntityot' ? form.values.jobs[0]?.id : undefined}
        >
          <Goods form={form} asiakas={asiakas} locks={locks} list={list} step={undefined} />
        </EditArea>
      )}
    </>
  )
}

/** A part that is being edited; the person who opened it can type at once, in its first field or in that of a row. */
function EditArea({ focus, row, children }: { focus: boolean; row?: string | undefined; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const first = useRef({ focus, row })
  useEffect(() => {
    if (!first.current.focus) return
    if (first.current.row) focusRow(first.current.row)
    else area.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [])
  return (
    <div ref={area} className={classes.edited}>
      {children}
    </div>
  )
}
