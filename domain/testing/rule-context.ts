import type { RuleContext } from '../model/define-entity.ts'

/** The context of a change by the system itself in November 2026, for tests. */
export const ruleContext: RuleContext = { viewer: null, now: 1_795_000_000, reason: '', sha256: (text) => text }
