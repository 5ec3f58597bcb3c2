// Properties are tested with the same values in every run, so that results are repeatable. `SEED=7 npx vitest` uses other values.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
