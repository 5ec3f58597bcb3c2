// Serves the web app by Vite, which passes the server's paths on to the server.
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './prepare.mjs'

const host = process.env.HOST || '127.0.0.1'
// The address to which vite.config.ts passes requests on.
process.env.KUORMA_SERVER = `http://${host}:${process.env.PORT || 8080}`

const vite = await createServer({ configFile: join(root, 'vite.config.ts'), server: { host } })
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vite.close().finally(() => process.exit(0)))
