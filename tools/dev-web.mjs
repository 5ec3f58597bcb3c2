// The web app by Vite, with everything that is the server's passed on to it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './prepare.mjs'

const host = process.env.HOST || '127.0.0.1'
const target = `http://${host}:${process.env.PORT || 8080}`
const paths = ['/api', '/oauth', '/jsonapi', '/file', '/config.json', '/user/lost-password', '/healthz', '/readyz', '/metrics']
const configFile = ['vite.config.ts', join('web', 'vite.config.ts')].map((name) => join(root, name)).find(existsSync) ?? false

const vite = await createServer({
  configFile,
  root: join(root, 'web'),
  server: { host, port: 5173, proxy: Object.fromEntries(paths.map((path) => [path, { target }])) },
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vite.close().finally(() => process.exit(0)))
