// https://github.com/fastify/fastify-compress

import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers travel compressed to browsers that ask for it: a list over a driver's phone is a tenth of its size. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip'],
    // Quick rather than small: the server's time is scarcer than the last bytes.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: /^application\/vnd\.api\+json|^application\/json|^text\/|^image\/svg/,
  })
}
