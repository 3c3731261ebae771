/** OpenAPI made from the contract, at /api/docs/json, and a page to read it at /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';

export const DOCS_PATH = '/api/docs';
/** What the page of swagger-ui needs beyond the app's own policy: its inline icons. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "script-src 'self'; connect-src 'self'; object-src 'none'; frame-ancestors 'none'";

type Transform = typeof jsonSchemaTransform;

/** As the library's transform, with the file that stands beside a multipart call's fields. */
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

/** Must come before the routes it documents. */
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
