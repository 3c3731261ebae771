/** The API's description, made from the contract: JSON at /api/docs/json, a page at /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';

export const DOCS_PATH = '/api/docs';
/** The policy of swagger-ui's page: unlike the app's own it allows icons as data addresses. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "script-src 'self'; connect-src 'self'; object-src 'none'; frame-ancestors 'none'";

type Transform = typeof jsonSchemaTransform;

/** The library's transform, and the picture of a multipart call, which its schema does not have. */
const withUpload: Transform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const isMultipart = (document.schema?.consumes ?? []).includes('multipart/form-data');
  const body = schema?.body as { properties?: object; required?: string[] } | undefined;
  if (!isMultipart || body === undefined) return { schema, url };
  const image = { type: 'string', format: 'binary' };
  const properties = { ...body.properties, image };
  const required = [...(body.required ?? []), 'image'];
  return { schema: { ...schema, body: { ...body, properties, required } }, url };
};

/** Adds both. It must run before the routes are added that it describes. */
export async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fundi Mtaani API',
        description: 'Failures are `{"error": "…"}` or `{"field": ["…"]}`.',
        version: '1',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Token ` and the token of a login.',
          },
        },
      },
    },
    transform: withUpload,
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await docs.register(swaggerUi, { routePrefix: DOCS_PATH });
  });
}
