import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { Section } from '#web/ui/section.tsx'
import { DetailPage } from '../../page/page.tsx'
import { EntityFacts } from '../fields/entity-fields.tsx'
import { contentOf, rowField } from '../fields/row-fields.ts'

const rowWith = (rows: unknown, id: string): object | undefined =>
  Array.isArray(rows) ? rows.find((row) => typeof row === 'object' && row !== null && Reflect.get(row, 'id') === id) : undefined

/** The row in what a query has read: a list in one page or in several. */
function rowIn(data: unknown, id: string): object | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const pages: unknown = Reflect.get(data, 'pages')
  if (!Array.isArray(pages)) return rowWith(Reflect.get(data, 'rows'), id)
  return pages.map((page) => rowIn(page, id)).find((row) => row !== undefined)
}

/** A row as the list that was last shown has read it; null when the page was opened by its address. Read once, since lists change. */
export function useListedRow(entity: EntityName, id: string): object | null {
  const client = useQueryClient()
  const [row] = useState(
    () =>
      client
        .getQueryCache()
        .findAll({ queryKey: ['entity', entity, 'list'] })
        .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
        .flatMap(({ state }) => rowIn(state.data, id) ?? [])[0] ?? null,
  )
  return row
}

type Props = { entity: EntityName; row: object; sections: readonly { title: string; fields: readonly string[] }[] }

/** The page of a row that is being fetched: its heading and fields as the list has read them. */
export function ListedRowPage({ entity, row, sections }: Props) {
  return (
    <div aria-busy>
      <DetailPage title={rowHeading(entity, row) || registry[entity].label}>
        {sections.map(({ title, fields }) => {
          const read = fields.filter((key) => key in row)
          if (read.length === 0) return null
          return (
            <Section key={title} title={title}>
              <EntityFacts fields={read.map((key) => rowField(entity, key))} content={contentOf(row, read)} />
            </Section>
          )
        })}
      </DetailPage>
    </div>
  )
}
