import { linkOptions, useParams } from '@tanstack/react-router'
import { RemovePage } from '#web/kit/entity/remove-page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { register } from './addresses.tsx'

/** `postiosoite/:id/delete` */
export function RemoveAddressScreen() {
  const { id } = useParams({ from: '/postiosoite/$id/delete' })
  const hasList = holdsAny(useSession(), ['yllapito'])
  return <RemovePage register={hasList ? register : { ...register, list: linkOptions({ to: '/' }) }} id={id} />
}
