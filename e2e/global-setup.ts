// The demo company of a run, made once; each worker copies it.
import { rm } from 'node:fs/promises'
import { makeDemoCompany } from './demo-server.ts'

/** Names the company's folder for the workers, which inherit the environment. */
export const companyVariable = 'KUORMA_DEMO_COMPANY'

export default async function setUp(): Promise<() => Promise<void>> {
  const company = await makeDemoCompany()
  process.env[companyVariable] = company
  return () => rm(company, { recursive: true, force: true })
}
