import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from '#web/kit/form/drafts.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { type RoutePlan, readPlan } from './route-plan.ts'

const form = 'reitin-optimointi'

/** The person's plan, which survives a reload. */
export function useRoutePlan() {
  const userId = useSession()?.user.id ?? ''
  const [plan, setPlan] = useState<RoutePlan>(() => readPlan(readDraft(userId, form)?.values))
  useEffect(() => {
    keepDraft(userId, form, plan, nowSeconds())
  }, [userId, plan])
  return [plan, setPlan] as const
}
