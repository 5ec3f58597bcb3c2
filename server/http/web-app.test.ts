// The addresses of the built web app, by GET and HEAD.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { webApp } from './web-app.ts'

test('every address of the web app answers HEAD as GET', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kuorma-web-'))
  const app = Fastify()
  try {
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Kuorma</title>')
    await writeFile(join(root, 'seuranta.html'), '<!doctype html><title>Seuranta</title>')
    await webApp(app, root, { publicUrl: undefined, mapTilesUrl: 'https://kartat.test/{z}/{x}/{y}.png' })
    for (const url of ['/', '/tilaukset', '/tilaukset?jarjestys=asiakas.name', '/index.html', '/jsonapi/x', '/eiole.js']) {
      const got = await app.inject({ url })
      const head = await app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([got.statusCode, got.headers['content-length'], ''])
      expect(got.statusCode).toBe(url === '/jsonapi/x' || url === '/eiole.js' ? 404 : 200)
    }
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
    // Map tiles are all that a page loads from another origin.
    const { headers } = await app.inject({ url: '/' })
    expect(headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/kartat\.test(;|$)/)
    const byLink = await app.inject({ url: '/seuranta' })
    expect(byLink.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(String(headers['content-security-policy']).match(/https?:/g)).toHaveLength(1)
  } finally {
    await app.close()
    await rm(root, { recursive: true, force: true })
  }
})
