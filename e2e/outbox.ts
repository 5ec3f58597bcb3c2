import type { Page } from '@playwright/test'
import { expect } from './kuorma.ts'

type Mail = { luotu: number; vastaanottaja: string; teksti: string }

/** What an administrator's page asks of the API, with its own token. */
async function mails(admin: Page): Promise<Mail[]> {
  return admin.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
    const answer = await fetch('/api/lahteva_posti', { headers: { Authorization: `Bearer ${token.access_token}` } })
    return (await answer.json()).data
  })
}

/** The links that have been mailed to an address, the newest first; as an administrator reads them from the outbox. */
async function linksTo(admin: Page, address: string): Promise<string[]> {
  const theirs = (await mails(admin)).filter(({ vastaanottaja }) => vastaanottaja === address)
  return theirs.flatMap(({ teksti }) => /https?:\/\/\S+/.exec(teksti)?.[0] ?? [])
}

/** Waits until so many links have come to an address, and gives the newest one's path: the server sends within seconds. */
export async function mailedLink(admin: Page, address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await linksTo(admin, address)).length).toBe(count)
  const { pathname, hash } = new URL((await linksTo(admin, address))[0] ?? '')
  return pathname + hash
}
