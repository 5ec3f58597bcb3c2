import type { EntityName } from '#domain/model/registry.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import { SearchSelect } from '../form/search-select.tsx'
import classes from '../list/list-filters.module.css'
import { usePageSearch } from '../page/page-search.ts'
import { asFound, useRowChoices } from './fields/relation-field.tsx'

/** The id in a search parameter; null when the parameter is missing or, edited by hand, not an id. */
export const idFrom = (text: string | undefined): string | null => (text !== undefined && uuidForm.test(text) ? text : null)

type Props = { name: string; label: string; entity: EntityName }

/** A filter by a row of a related entity, which is chosen with a search. */
export function RelationFilter({ name, label, entity }: Props) {
  const { search, set } = usePageSearch()
  const value = idFrom(search[name])
  const { data, setTyped, isSearching } = useRowChoices(entity, value === null ? [] : [value])
  return (
    <SearchSelect
      size="xs"
      radius="xl"
      className={classes.choice}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: poista rajaus` }}
      nothingFoundMessage={isSearching ? 'Haetaan…' : 'Ei löytynyt'}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data-on={value ? true : undefined}
      data={data}
      value={value}
      filter={asFound}
      isSearching={isSearching}
      onSearchChange={setTyped}
      onChange={(chosen) => set({ [name]: chosen ?? undefined })}
    />
  )
}
