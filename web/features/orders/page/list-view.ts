import { useEffect } from 'react'

/** A view of the list of orders: its name, and the address's parameters that show it. */
export type ViewOfList = { label: string; search: Readonly<Record<string, string | undefined>> }

let last: ViewOfList | null = null

/** Notes in which view a list of orders is shown, so that the page of an order opened from it can name it; null for a list without views. */
export function useListView(view: ViewOfList | null): void {
  useEffect(() => {
    last = view
  })
}

export const lastListView = (): ViewOfList | null => last
