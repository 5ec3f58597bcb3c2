import type { RuleContext } from '../model/define-entity.ts'
import { allFeatures } from '../model/features.ts'

/** Something that the system itself does, in November 2026, for tests. */
export const ruleContext: RuleContext = { viewer: null, now: 1_795_000_000, reason: '', features: allFeatures, sha256: (text) => text }
