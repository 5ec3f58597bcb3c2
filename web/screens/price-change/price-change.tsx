import { idFrom } from '#web/kit/entity/relation-filter.tsx'
import { DetailPage } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ChangeForm } from './change-form.tsx'
import { MadeChanges } from './made-changes.tsx'

/**
 * `hintamuutos`: new price lists from the existing ones, by a percentage or with another fuel surcharge, from a day on. With `hinnasto` in the
 * address, a copy of that list.
 */
export function PriceChangeScreen() {
  const { search } = usePageSearch()
  const list = idFrom(search.hinnasto)
  return (
    <DetailPage
      title={list ? 'Hinnaston kopio' : 'Hintojen muutos'}
      focus="heading"
      actions={
        <LinkButton variant="default" to="/hinnastot">
          Hinnastot
        </LinkButton>
      }
    >
      <ChangeForm key={list} list={list} />
      <MadeChanges />
    </DetailPage>
  )
}
