// https://github.com/fastify/fastify-compress

import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compresses answers for browsers that accept it: a list is reduced to a tenth, which matters on a driver's phone. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip'],
    // Fast rather than small, as the server's CPU time matters more than the last bytes.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: /^application\/vnd\.api\+json|^application\/json|^text\/|^image\/svg/,
  })
}
