// Administrators of a drill: they call any server that is up, and sign in again when their token has ended.
import { setTimeout as pause } from 'node:timers/promises'

type Answered = { status: number; text: string; body: unknown }
export type Administrator = {
  /** The answer; null when the server ended meanwhile or answered that it cannot now (5xx, 429): the outcome is unknown. */
  tryCall: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Answered | null>
  /** Asks until it is answered, whichever server does. For calls whose repeat is harmless. */
  call: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Answered>
}

const callTimeout = 30_000
const maxAttempts = 200

async function signIn(address: string, name: string, password: string): Promise<string> {
  const read = async (path: string) => (await fetch(`${address}${path}`)).json()
  const { clients } = await read('/config.json')
  const { client_id } = await read(`/api/client_id?username=${name}`)
  const form = new URLSearchParams({ grant_type: 'password', client_id, client_secret: clients[client_id], username: name, password })
  const answer = await fetch(`${address}/oauth/token`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`)
  return `Bearer ${(await answer.json()).access_token}`
}

export function administrator(anyAddress: () => string, name: string, password: string): Administrator {
  let authorization: string | null = null

  const tryCall: Administrator['tryCall'] = async (method, path, body) => {
    try {
      const address = anyAddress()
      authorization ??= await signIn(address, name, password)
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(callTimeout),
      })
      const text = await answer.text()
      if (answer.status === 401) authorization = null
      if (answer.status >= 500 || answer.status === 429 || answer.status === 401) return null
      return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return null
    }
  }

  return {
    tryCall,
    async call(...request) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const answer = await tryCall(...request)
        if (answer !== null) return answer
        await pause(250)
      }
      throw new Error(`No server answered ${request[0]} ${request[1]}`)
    },
  }
}
