/** The API's description, made from the contract: JSON at /api/docs/json, a page at /api/docs. */
import swagger from '@fastify/swagger';
import type { StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { openApiDocument } from './openapi.ts';

export const DOCS_PATH = '/api/docs';
/** The policy of swagger-ui's page: unlike the app's own it allows icons as data addresses. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "script-src 'self'; connect-src 'self'; object-src 'none'; frame-ancestors 'none'";

/** Adds both. */
export async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  const document = await openApiDocument(`${config.publicUrl}/api`);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await docs.register(swaggerUi, { routePrefix: DOCS_PATH });
  });
}
