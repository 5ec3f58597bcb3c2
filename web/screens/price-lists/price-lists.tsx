import { linkOptions } from '@tanstack/react-router'
import { startOfDay } from '#domain/values/time/time.ts'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { ListValidity } from '#web/features/prices/list-validity.tsx'
import { TryPriceButton } from '#web/features/prices/try-price.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

export const register: Register<'hinnasto'> = {
  entity: 'hinnasto',
  title: 'Hinnastot',
  newTitle: 'Uusi hinnasto',
  missingTitle: 'Hinnastoa ei löydy',
  list: linkOptions({ to: '/hinnastot' }),
  page: (id) => linkOptions({ to: '/hinnasto/$id', params: { id } }),
  columns: [
    { field: 'name', width: 310, grow: true },
    { field: 'asiakas', width: 160, grow: true, show: ({ asiakas }) => (asiakas === null ? 'Kaikki asiakkaat' : undefined) },
    { field: 'voimassa_alkaen', width: 140 },
    { added: 'voimassaolo', header: 'Voimassaolo', width: 230, show: ({ id }) => <ListValidity list={id} /> },
    { field: 'perusmaksu', width: 115, yields: 7 },
    { field: 'hinta_km', width: 110, yields: 6 },
    { field: 'hinta_kg', width: 110, yields: 4 },
    { field: 'hinta_rullakko', width: 130, yields: 2 },
    { field: 'hinta_paketti', width: 125, yields: 1 },
    { field: 'hinta_lavapaikka', width: 140, yields: 3 },
    { field: 'minimihinta', width: 120, yields: 5 },
    { field: 'polttoainelisa_prosentti', width: 150 },
  ],
  tabs: [
    { value: 'yleiset', label: 'Yleiset', where: () => ({ 'asiakas.id': { operator: 'IS NULL' } }) },
    { value: 'omat', label: 'Asiakkaiden omat', where: () => ({ 'asiakas.id': { operator: 'IS NOT NULL' } }) },
    { value: 'tulevat', label: 'Tulossa', where: (now) => ({ voimassa_alkaen: { operator: '>', value: startOfDay(now) } }) },
  ],
  filters: [{ field: 'asiakas' }],
  sort: ['-voimassa_alkaen', '-drupal_internal__id'],
  empty: { title: 'Hinnastoja ei ole', text: 'Lisää hinnasto, niin tilauksille lasketaan hinta.' },
}

/** `hinnastot` */
export const ListScreen = () => (
  <EntityList
    register={register}
    actions={
      <>
        <TryPriceButton />
        <LinkButton variant="default" to="/hintamuutos">
          Muuta hintoja
        </LinkButton>
      </>
    }
    tools={<ImportTool kind="hinnastot" />}
  />
)
