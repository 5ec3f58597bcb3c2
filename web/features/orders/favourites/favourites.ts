import { drop, add as made, operations } from '#web/data/operations.ts'
import { listQuery, rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

/** More names than anybody reads on a page. */
const maxFavourites = 50

/** The favourites among a customer's orders, with what they are recognised by (rules/orders.md#favourites). */
export const favouritesQuery = (customer: string) =>
  listQuery('suosikkitilaus', {
    filter: { 'tilaus.asiakas.id': customer },
    include: ['tilaus', 'tilaus.lahetykset'],
    fields: {
      suosikkitilaus: ['name', 'tilaus'],
      tilaus: ['lahetykset'],
      lahetys: ['nouto_postitmp', 'toimitus_nimi', 'toimitus_postitmp', 'viite', 'tyyppi', 'maara', 'yksikkopaino', 'kuvaus'],
    },
    sort: ['name', 'drupal_internal__id'],
    page: { limit: maxFavourites },
  })

/** Whether the order is a favourite, and by which name. */
export const favouriteQuery = (order: string) =>
  listQuery('suosikkitilaus', { filter: { 'tilaus.id': order }, fields: { suosikkitilaus: ['name'] }, page: { limit: 1 } })

type Named = { name: string; order: string }

async function store({ id, name, order }: Named & { id: string }): Promise<void> {
  const list = [made('suosikkitilaus', { id, name, tilaus: order })]
  await operations(list, saveKeyOf(id, list))
  await rereadAfterChange('suosikkitilaus')
}

/** `id`: of the new favourite, the same over retries. */
export async function addFavourite(favourite: Named & { id: string }): Promise<void> {
  await store(favourite)
  showDone(`Tilaus on nyt suosikeissa nimellä ${favourite.name}.`)
}

export async function removeFavourite({ id, name, order }: Named & { id: string }): Promise<void> {
  await operations([drop('suosikkitilaus', id)], newId())
  await rereadAfterChange('suosikkitilaus')
  // Only an administrator can restore a removed row, so undoing adds a new one.
  showUndo(`${name} poistettu suosikeista.`, () => store({ id: newId(), name, order }))
}
